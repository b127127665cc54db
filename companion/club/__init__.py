"""The club: many tables, one screen.

Every table tells its state to a message broker, the hub listens to all of them and runs the
tournament.  Nobody needs any of it to play; it is the extra ``club``, imported where it is used.
"""
