"""Reasons why a file is rejected."""

from enum import StrEnum


class RejectionReason(StrEnum):
    """Stable codes, stored with every rejected file and translated in the browser."""

    EMPTY = "empty"
    TOO_MANY_BYTES = "too_many_bytes"
    NOT_AN_IMAGE = "not_an_image"
    UNSUPPORTED_FORMAT = "unsupported_format"
    TRUNCATED = "truncated"
    CORRUPT = "corrupt"
    TOO_MANY_PIXELS = "too_many_pixels"
    TOO_MANY_FRAMES = "too_many_frames"
    UNREADABLE = "unreadable"
    LEAVES_FOLDER = "leaves_folder"
    ENCRYPTED = "encrypted"
    ARCHIVE_TOO_LARGE = "archive_too_large"
    SUSPICIOUS_COMPRESSION = "suspicious_compression"
    FETCH_FAILED = "fetch_failed"
    ROBOTS = "robots"
    PRIVATE_ADDRESS = "private_address"
    PROHIBITED = "prohibited"
    MISSING = "missing"
    INVALID_ROW = "invalid_row"
    STOPS_WORKERS = "stops_workers"


class RejectedFileError(Exception):
    """A rejected file; ``reason_code`` is stable, ``message`` is for people."""

    def __init__(self, reason_code: RejectionReason, message: str) -> None:
        # Both arguments, so that processes can exchange the exception.
        super().__init__(reason_code, message)
        self.reason_code = reason_code
        self.message = message

    def __str__(self) -> str:
        return self.message
