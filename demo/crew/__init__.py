"""Pseudo-people who do the human stages through the HTTP stack, as people would.

For demos, load tests, and for measuring how good a process is: the truth about each
picture is known, each person's accuracy is stated, everything is seeded.
"""
