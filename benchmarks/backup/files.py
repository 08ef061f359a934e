"""Files of random bytes for the cloned images of ``benchmarks.growth``.

A clone names the files of its original, with another hash.
"""

import hashlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

SIZES = (60_000, 60_000, 25_000, 6_000)
"""Bytes of the files of an item's image: original, published, preview, thumbnail."""
EXCLUDED_SIZE = 6_000
"""Bytes of the only file of an image that is in no item."""
_IMAGES = """
SELECT id, EXISTS (SELECT 1 FROM annotation_itemimage WHERE image_id = image.id)
FROM curation_image AS image
"""
_NAME = """
UPDATE curation_image SET original = ?, published = ?, preview = ?, thumbnail = ?,
                          sha256 = ?, published_sha256 = ? WHERE id = ?
"""


def make_files(database: Path, media: Path) -> None:
    """Give every image of an SQLite database files of its own."""
    with closing(sqlite3.connect(database)) as connection:
        images = connection.execute(_IMAGES).fetchall()
        named = [_write(media, image, in_item=in_item) for image, in_item in images]
        with connection:
            connection.executemany(_NAME, named)


def _write(media: Path, image: int, *, in_item: int) -> tuple[str | int, ...]:
    sizes = SIZES if in_item else (EXCLUDED_SIZE,)
    names, digests = [], []
    for number, size in enumerate(sizes):
        name = f"benchmark/{image % 256:02x}/{image}-{number}"
        content = os.urandom(size)
        path = media / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        names.append(name)
        digests.append(hashlib.sha256(content).hexdigest())
    # The only file of an excluded image is all of its files.
    original, published, preview, thumbnail = (names * 4)[: len(SIZES)]
    hashes = (digests * 2)[:2]
    return (original, published, preview, thumbnail, *hashes, image)
