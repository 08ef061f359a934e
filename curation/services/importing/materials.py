"""The material of an import job, from any location."""

import io
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from django.core.files.storage import default_storage

from curation.domain.material.base import Entry, Material, printable_path
from curation.domain.material.manifests import (
    MANIFESTS,
    fetched_entry,
    looks_like_manifest,
    manifest_rows,
)
from curation.domain.material.opening import is_archive, open_archive, open_material
from curation.domain.rejection import Reason, RejectedFileError
from curation.models.imports import Upload, UploadPart
from curation.services.importing.buckets import Bucket
from curation.services.uploads import (
    UploadedFile,
    read_uploaded_file,
    uploaded_file,
    uploaded_files,
)
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError


@contextmanager
def material_of_job(parameters: Mapping[str, Any]) -> Iterator[Material]:
    """Open the material of a job. Raises InvalidInputError when it does not exist."""
    material: Material
    if "upload" in parameters:
        material = UploadedMaterial(Upload.objects.get(pk=parameters["upload"]))
    elif "bucket" in parameters:
        material = Bucket(parameters["bucket"], parameters["prefix"])
    else:
        path = Path(parameters["path"])
        try:
            material = open_material(path)
        except FileNotFoundError as error:
            problem = FieldProblem("path", _("No such file or folder."))
            raise InvalidInputError(
                _("There is no file or folder {path}.", path=path), [problem]
            ) from error
        except OSError as error:
            problem = FieldProblem("path", str(error))
            raise InvalidInputError(
                _("{path} cannot be opened.", path=path), [problem]
            ) from error
    with closing(material):
        yield material


class UploadedMaterial:
    """The files of an upload: archives are unpacked, manifests are read.

    A place is the number of the file's first part and, in an archive, the place within
    it.
    """

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        self._open: tuple[str, Material] | None = None
        self.sequential = any(
            not file.path.lower().endswith(".zip")
            for file in uploaded_files(upload)
            if is_archive(file.path)
        )

    def entries(self) -> Iterator[Entry]:
        # A manifest and the files that it lists are not entries of their own.
        listed: set[str] = set()
        for file in uploaded_files(self._upload):
            if file.path.lower().endswith(MANIFESTS) and _is_manifest(file):
                listed.add(printable_path(file.path))
                for entry in self._listed(file):
                    listed.add(entry.path)
                    yield entry
        for file in uploaded_files(self._upload):
            if is_archive(file.path):
                yield from self._unpacked(file)
            elif printable_path(file.path) not in listed:
                yield Entry(printable_path(file.path), str(file.first))

    def read(self, place: str) -> bytes:
        first, _, inner = place.partition(":")
        file = uploaded_file(self._upload, int(first))
        if not inner:
            return read_uploaded_file(file)
        if self._open is None or self._open[0] != first:
            self.close()
            self._open = first, open_archive(file.path, _opened(file))
        return self._open[1].read(inner)

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def _unpacked(self, file: UploadedFile) -> Iterator[Entry]:
        with closing(open_archive(file.path, _opened(file))) as archive:
            try:
                for entry in archive.entries():
                    yield entry._replace(place=f"{file.first}:{entry.place}")
            except RejectedFileError as rejection:
                why = (rejection.reason_code, rejection.message)
                yield Entry(printable_path(file.path), refused=why)

    def _listed(self, file: UploadedFile) -> Iterator[Entry]:
        """Yield the entries of a manifest: uploaded files, or addresses."""
        folder = PurePosixPath(file.path).parent
        with _opened(file) as content:
            for row in manifest_rows(file.path, content):
                if not row.path:
                    yield fetched_entry(row)
                    continue
                path = str(folder / row.path)
                first = UploadPart.objects.filter(
                    upload=self._upload, path=path, number=0
                ).first()
                if first is not None:
                    yield Entry(
                        printable_path(path), str(first.pk), details=row.details
                    )
                else:
                    why = (
                        Reason.UNREADABLE,
                        f"{printable_path(path)} was not uploaded",
                    )
                    yield Entry(printable_path(path), refused=why)


def _is_manifest(file: UploadedFile) -> bool:
    with _opened(file) as content:
        return looks_like_manifest(file.path, content)


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
