"""The trained network: windows of cells in, logits out; products of matrices, and no camera."""
