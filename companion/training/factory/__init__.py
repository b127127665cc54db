"""The factory of labelled cells: sittings drawn as cameras see them, with their truth."""
