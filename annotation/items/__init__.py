"""Items with images, slots, questions and submissions, as stored and read."""
