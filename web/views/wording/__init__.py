"""Words and sentences in the reader's language."""
