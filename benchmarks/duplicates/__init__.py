"""Are copies found, and only copies? Beside imagededup."""

import config  # noqa: F401 - one thread a process, as in a worker
