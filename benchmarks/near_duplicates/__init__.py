"""Near-duplicates: the share found by kind of edit, wrong pairs, and time."""

import config  # noqa: F401 - one thread a process, as in a worker
