"""How the eyes are taught: drawn boards in drawn light, and the model that learns from them.

Never imported while the companion runs.  ``python -m companion.training`` says what it can do; it
needs the extra ``training`` (``pip install -e '.[training]'``).
"""
