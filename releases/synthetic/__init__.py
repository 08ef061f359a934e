"""Sets of generated images for fine-tuning, and the words to order them with."""
