"""What a person does first: consent, the practice item, calibration batches."""
