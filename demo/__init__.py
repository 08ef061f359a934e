"""The demo images: drawn by the project, the same bytes every time.

`draw_all` draws about 80 raw files, as a crawl would bring them, and the ground truth.
The ground truth holds the expected outcome of each file, and a reference annotation for
those that are kept.
"""

from demo.raw import draw_all

__all__ = ["draw_all"]
