"""Settings, URLs and wiring: the one package that knows all the others."""

import os

from config.celery import app as celery_app

# There is a worker for every core. Threads of NumPy and OpenCV inside one would only
# wait for each other (comparing images took twice the processor time). Both libraries
# read these variables when they load.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

__all__ = ["celery_app"]
