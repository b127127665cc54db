"""The table companion for the Azul family of board games."""

import os

# Our matrices are small: numpy's own threads would only wait for each other on a busy Pi.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
