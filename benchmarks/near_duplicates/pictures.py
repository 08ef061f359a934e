"""The images that are measured: drawings of openclipart, or a folder of others."""

from pathlib import Path

from demo.raw import draw_raw_files

OPENCLIPART = Path("/usr/share/openclipart/png")
"""Debian's package openclipart-png."""


def own_pictures(scratch: Path) -> Path:
    """Return openclipart's folder, or write the demo's drawings into ``scratch``.

    The demo's copies and broken files are left out.
    """
    if OPENCLIPART.is_dir():
        return OPENCLIPART
    for content, fate in draw_raw_files():
        if fate["outcome"] not in ("duplicate", "rejected"):
            path = scratch / fate["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return scratch
