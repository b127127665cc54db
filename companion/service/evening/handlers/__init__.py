"""What the evening does when it is told something: the verbs of the table of transitions.

Each is called with the evening's context and what it was told, in the evening's own thread.  What a
handler raises is the answer to whoever asked; the sitting is then as it was.
"""
