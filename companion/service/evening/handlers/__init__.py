"""What the evening does when it is told something: the verbs of the table of transitions."""
