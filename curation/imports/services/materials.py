"""The material of an import job, from any location."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.core.files.storage import default_storage

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.image_files.domain.rejection import RejectedFileError
from curation.imports.models import Upload
from curation.imports.services.buckets import BucketMaterial
from curation.imports.services.uploads import (
    UploadedFile,
    read_uploaded_file,
    uploaded_file,
    uploaded_files,
)
from curation.material.domain.archive_names import NameReading
from curation.material.domain.base import (
    Material,
    MaterialFile,
    is_system_file,
    printable_path,
)
from curation.material.domain.folders import FolderMaterial
from curation.material.domain.manifests.naming import is_table_file
from curation.material.domain.opening import is_archive, open_archive, open_material

_LISTED_AT_ONCE = (".zip", ".tar")
_MOST_LISTED = 32 * 2**20
"""Bytes of a compressed tar archive that is listed while a person waits."""


@contextmanager
def open_job_material(parameters: Mapping[str, Any]) -> Iterator[Material]:
    """Open the material of a job. Raises InvalidInputError when it does not exist."""
    material: Material
    names = parameters.get("names", {})
    if "upload" in parameters:
        material = UploadedMaterial(Upload.objects.get(pk=parameters["upload"]), names)
    elif "bucket" in parameters:
        material = BucketMaterial(parameters["bucket"], parameters["prefix"])
    else:
        path = Path(parameters["path"])
        try:
            material = open_material(path, names=names.get(path.name, ""))
        except FileNotFoundError as error:
            problem = FieldProblem("path", _("No such file or folder."))
            raise InvalidInputError(
                _("There is no file or folder {path}.", path=path), [problem]
            ) from error
        except OSError as error:
            problem = FieldProblem("path", describe_failure(error))
            raise InvalidInputError(
                _("{path} cannot be opened.", path=path), [problem]
            ) from error
    with closing(material):
        yield material


def main_table(parameters: Mapping[str, Any]) -> MaterialFile | None:
    """Return the table that is the whole path of a job, in its folder, if it is one."""
    path = Path(parameters.get("path", ""))
    if not (is_table_file(path.name) and path.is_file()):
        return None
    return FolderMaterial(path.parent).entry(path.name)


def name_readings_of_upload(upload: Upload) -> Sequence[NameReading]:
    """Return how the names in archives will be read, to be confirmed before an import.

    Large compressed tar archives are left out, because listing them takes minutes.
    """
    with closing(UploadedMaterial(upload, {})) as material:
        return [
            reading
            for file in uploaded_files(upload)
            if is_archive(file.path)
            and (
                file.path.lower().endswith(_LISTED_AT_ONCE) or file.size <= _MOST_LISTED
            )
            for reading in material.name_readings_of_archive(file)
        ]


class UploadedMaterial:
    """The files of an upload: archives are unpacked.

    A place is the number of the file's first part and, in an archive, the place within
    it.
    """

    def __init__(self, upload: Upload, names: Mapping[str, str]) -> None:
        self._upload = upload
        self._names = names
        self._readings: dict[int, Sequence[NameReading]] = {}
        self._open: tuple[str, Material] | None = None
        self.sequential = any(
            not file.path.lower().endswith(".zip")
            for file in uploaded_files(upload)
            if is_archive(file.path)
        )

    def entries(self) -> Iterator[MaterialFile]:
        for file in uploaded_files(self._upload):
            if is_archive(file.path):
                yield from self._unpacked(file)
            elif not is_system_file(file.path):
                yield MaterialFile(printable_path(file.path), str(file.first))

    def read(self, place: str) -> bytes:
        first, _, inner = place.partition(":")
        file = uploaded_file(self._upload, int(first))
        return (
            self._opened_archive(first, file).read(inner)
            if inner
            else read_uploaded_file(file)
        )

    def open(self, place: str) -> BinaryIO:
        first, _, inner = place.partition(":")
        file = uploaded_file(self._upload, int(first))
        return self._opened_archive(first, file).open(inner) if inner else _opened(file)

    def _opened_archive(self, first: str, file: UploadedFile) -> Material:
        if self._open is None or self._open[0] != first:
            self.close()
            self._open = first, self._archive(file)
        return self._open[1]

    def name_readings(self) -> Sequence[NameReading]:
        return [
            reading
            for file in uploaded_files(self._upload)
            if is_archive(file.path)
            for reading in self.name_readings_of_archive(file)
        ]

    def name_readings_of_archive(self, file: UploadedFile) -> Sequence[NameReading]:
        """Return how the names of one archive are read."""
        if file.first not in self._readings:
            with closing(self._archive(file)) as archive:
                self._readings[file.first] = archive.name_readings()
        return self._readings[file.first]

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def _archive(self, file: UploadedFile) -> Material:
        names = self._names.get(file.path, "")
        return open_archive(file.path, _opened(file), names=names)

    def _unpacked(self, file: UploadedFile) -> Iterator[MaterialFile]:
        with closing(self._archive(file)) as archive:
            self._readings[file.first] = archive.name_readings()
            try:
                for entry in archive.entries():
                    place = f"{file.first}:{entry.place}"
                    yield entry._replace(place=place, archive=file.path)
            except RejectedFileError as rejection:
                why = (rejection.reason_code, rejection.message)
                yield MaterialFile(printable_path(file.path), refused=why)


def _opened(file: UploadedFile) -> BinaryIO:
    return cast("BinaryIO", io.BufferedReader(_Pieces(file), 2**18))


class _Pieces(io.RawIOBase):
    """An uploaded file read from the storage, with one part open at a time."""

    def __init__(self, file: UploadedFile) -> None:
        self._pieces = file.pieces
        self._size = file.size
        self._position = 0
        self._open: tuple[str, BinaryIO] | None = None

    def readinto(self, buffer: Any, /) -> int:
        begins = 0
        for name, size in self._pieces:
            if self._position < begins + size:
                piece = self._piece(name)
                piece.seek(self._position - begins)
                chunk = piece.read(min(len(buffer), begins + size - self._position))
                buffer[: len(chunk)] = chunk
                self._position += len(chunk)
                return len(chunk)
            begins += size
        return 0

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        begin = {io.SEEK_CUR: self._position, io.SEEK_END: self._size}.get(whence, 0)
        self._position = max(0, begin + offset)
        return self._position

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
        super().close()

    def _piece(self, name: str) -> BinaryIO:
        if self._open is None or self._open[0] != name:
            if self._open is not None:
                self._open[1].close()
            self._open = name, cast("BinaryIO", default_storage.open(name))
        return self._open[1]
