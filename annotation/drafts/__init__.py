"""What annotators write: drafts, their versions, submissions, their own lists."""
