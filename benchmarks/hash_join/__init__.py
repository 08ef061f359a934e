"""All pairs of near hashes: exact, beside FAISS."""
