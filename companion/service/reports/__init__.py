"""What is said of one picture: as values, in words, as letters and drawn over it."""
