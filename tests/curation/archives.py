"""Archives as programs of several systems write them."""

import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

_FLAG = 0x800


def zip_with_names(
    path: Path,
    files: Mapping[bytes, bytes],
    *,
    flag: bool = False,
    unicode_paths: Mapping[bytes, str] | None = None,
) -> Path:
    """Write a zip archive with raw names; ``flag`` says that they are UTF-8.

    ``unicode_paths`` are the names of Info-ZIP's extra field, by the plain name.
    """
    blank = {name: chr(ord("A") + n) * len(name) for n, name in enumerate(files)}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            member = zipfile.ZipInfo(blank[name])
            if unicode_paths and name in unicode_paths:
                field = struct.pack("<BL", 1, zlib.crc32(name))
                field += unicode_paths[name].encode()
                member.extra = struct.pack("<HH", 0x7075, len(field)) + field
            archive.writestr(member, content)
    data = path.read_bytes()
    for name, placeholder in blank.items():
        data = data.replace(placeholder.encode(), name)
    path.write_bytes(_with_flags(data) if flag else data)
    return path


def _with_flags(data: bytes) -> bytes:
    """Set the flag of UTF-8 in every local and central header."""
    changed = bytearray(data)
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.find(signature)
        while at >= 0:
            (flags,) = struct.unpack_from("<H", data, at + offset)
            struct.pack_into("<H", changed, at + offset, flags | _FLAG)
            at = data.find(signature, at + 4)
    return bytes(changed)


def tar_with_names(
    path: Path, files: Mapping[str, bytes], *, encoding: str, format: int
) -> Path:
    """Write a tar archive whose names have an encoding, in one of tarfile's formats."""
    with tarfile.open(path, "w", encoding=encoding, format=format) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def tar_with_links(
    path: Path, files: Mapping[str, bytes], links: Iterable[tuple[str, bytes, str]]
) -> Path:
    """Write a tar archive with links: name, type and target of each."""
    kind = {".gz": "w:gz", ".xz": "w:xz"}.get(path.suffix, "w")
    with tarfile.open(path, kind) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for name, type, target in links:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = type, target
            archive.addfile(member)
    return path
