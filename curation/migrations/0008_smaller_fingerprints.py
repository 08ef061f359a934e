import lzma
import zlib
from collections.abc import Callable
from typing import Any

from django.db import migrations

_CHUNK = 200
_HEAD = 72
"""Bytes of the hashes, which stay as they are."""
_SIDE, _PIXELS = 128, 128 * 128
_LZMA = [{"id": lzma.FILTER_LZMA2, "preset": 3, "lc": 0, "pb": 0}]
_ZLIB_MAGIC, _LZMA_MAGIC = b"fp\x06\x00", b"fl\x06\x00"


def _smaller(packed: bytes) -> bytes:
    """Return a fingerprint with its thumbnail compressed by LZMA instead of zlib."""
    body = bytearray(zlib.decompress(packed[_HEAD:]))
    # Rows were stored as differences to the row above.
    for at in range(_SIDE, _PIXELS):
        body[at] = (body[at] + body[at - _SIDE]) & 255
    compressed = lzma.compress(bytes(body), lzma.FORMAT_RAW, filters=_LZMA)
    return _LZMA_MAGIC + packed[len(_LZMA_MAGIC) : _HEAD] + compressed


def _larger(packed: bytes) -> bytes:
    """Return the fingerprint that ``_smaller`` took."""
    body = bytearray(lzma.decompress(packed[_HEAD:], lzma.FORMAT_RAW, filters=_LZMA))
    for at in reversed(range(_SIDE, _PIXELS)):
        body[at] = (body[at] - body[at - _SIDE]) & 255
    compressed = zlib.compress(bytes(body), 1)
    return _ZLIB_MAGIC + packed[len(_ZLIB_MAGIC) : _HEAD] + compressed


def _repack(
    magic: bytes, repacked: Callable[[bytes], bytes]
) -> Callable[[Any, object], None]:
    """Return the operation; other fingerprints are made anew when they are needed."""

    def run(apps: Any, schema_editor: object) -> None:
        rows = apps.get_model("curation", "ImageFingerprint").objects
        last = 0
        while some := list(rows.filter(pk__gt=last).order_by("pk")[:_CHUNK]):
            for row in some:
                packed = bytes(row.packed)
                if packed.startswith(magic):
                    rows.filter(pk=row.pk).update(packed=repacked(packed))
            last = some[-1].pk

    return run


class Migration(migrations.Migration):
    dependencies = [("curation", "0007_images_together")]

    operations = [
        migrations.RunPython(
            _repack(_ZLIB_MAGIC, _smaller),
            _repack(_LZMA_MAGIC, _larger),
            elidable=True,
        )
    ]
