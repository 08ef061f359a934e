"""Simulated people who do the human stages over HTTP, as people would.

They serve demos, load tests, and measurements of a process's quality. The truth about
each image is known, each person's accuracy is given, and all choices are seeded.
"""
