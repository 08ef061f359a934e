"""How alike people annotate: agreement, calibration batches, gold answers."""
