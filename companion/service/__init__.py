"""The running companion: pictures and presses in, states out."""
