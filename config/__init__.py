"""Settings, URLs and wiring: the one package that knows all the others."""

import gc
import os

# Nearly everything that is created at start stays. At Python's threshold of 700 objects
# the searches for garbage take a fifth of the processor time of a start.
gc.set_threshold(50_000)

from config.celery import app as celery_app  # noqa: E402

# There is a worker for every core. Threads of NumPy and OpenCV inside one would only
# wait for each other (comparing images took twice the processor time). Both libraries
# read these variables when they load.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

__all__ = ["celery_app"]
