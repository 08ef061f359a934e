"""Digests of links' and API tokens' secrets, which are stored in place of them."""

import hashlib


def secret_digest(secret: str) -> str:
    """Return the SHA-256 of a secret. Plain, because a random secret needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
