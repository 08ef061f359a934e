"""Answers from elsewhere: files of others, and people who answer whole splits."""
