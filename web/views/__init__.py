"""From a state to what a page shows: pure functions, words in the reader's language."""
