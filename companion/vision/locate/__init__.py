"""Where the boards lie: by brackets, by taps, by their print; followed and found again."""
