"""Waiting for what other threads, processes and browsers bring about."""

import time

PATIENCE_S = 20.0


def until(holds, patience_s=PATIENCE_S):
    """Wait until something holds, and return what it was.

    In a browser too: the content security policy stops ``wait_for_function`` in the page.
    """
    deadline = time.monotonic() + patience_s
    while not (found := holds()):
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.01)
    return found
