"""The demo: images that the project draws, and simulated people who work on them.

``demo.drawing.raw_files.draw_all`` draws about 80 raw files, as a crawl would bring
them, the same bytes every time, and the ground truth. The ground truth holds the
expected outcome of each file, and a reference annotation for those that are kept.
"""
