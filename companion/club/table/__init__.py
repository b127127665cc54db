"""A table's side of the club: what it tells, and its line to the broker."""
