"""What everybody may see of the evening: one state after another, put up for all to read."""
