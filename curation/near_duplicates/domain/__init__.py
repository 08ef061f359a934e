"""Near-duplicate search in four steps: describe, propose, register, decide.

``describe`` an image, ``propose`` at most 20 other images that may show the same,
``register`` each pair (find the affine map between the two), and ``decide`` by a
calibrated model from what the two show where they overlap. ``search.find_pairs`` does
all four for a list of images; nothing here knows a database.
"""
