"""The lens: measured from pictures of the ChArUco sheet, kept as a file."""
