"""Places of image files in the folder of a published set.

A record names its image by a path that was true where the set was made. In a published
repository the JSON files often lie in a folder of their own (``data/test.json`` beside
``images/test/test-1.jpg``), so that the path starts elsewhere.
"""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path, PurePosixPath

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.material.domain.base import comparable_path, is_system_file

_DATA = (".json", ".jsonl", ".csv", ".tsv", ".parquet", ".arrow")
"""Endings of files with records."""


class ImagePathError(ValueError):
    """A path that names no file inside the folder, or more than one."""


class ImageFinder:
    """Files below ``root``, found by the paths that records give."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def find_image(self, path: str, *, named_in: Path) -> Path | None:
        """Return the image file that a record of the file ``named_in`` means.

        The path counts from the folder of ``named_in``, else from each folder above it
        up to the root. Else the file with the longest common end of the path counts,
        such as ``pictures/test/1.jpg`` for ``images/test/1.jpg``. That file must not
        belong elsewhere: ``dev/2.png`` is never ``test/2.png``. Returns None when there
        is no such file.

        Raises:
            ImagePathError: the path leads outside the root, is no path, or several
                files end alike.
        """
        leaves_folder = False
        record_path = comparable_path(path)
        try:
            for folder in self._folders(named_in):
                file = (folder / path).resolve()
                if not file.is_relative_to(self.root):
                    leaves_folder = True
                    continue
                below = comparable_path(os.path.normpath(folder / record_path))
                image = file if file.is_file() else self._files_by_path.get(below)
                if image is not None:
                    return image
        except (OSError, ValueError, RuntimeError) as error:
            raise ImagePathError(
                _("is not a path: {error}", error=describe_failure(error))
            ) from error
        file_by_end = self._by_its_end(PurePosixPath(record_path), named_in.resolve())
        if file_by_end is None and leaves_folder:
            raise ImagePathError(_("{path} leads outside the folder", path=path))
        return file_by_end

    def _folders(self, named_in: Path) -> Sequence[Path]:
        own = named_in.resolve().parent
        above = [folder for folder in own.parents if folder.is_relative_to(self.root)]
        return [own, *above]

    def _by_its_end(self, path: PurePosixPath, named_in: Path) -> Path | None:
        lengths = {
            file: _common_end(file, path)
            for file in self._files_by_name.get(path.name, ())
            if self._may_be(file, path, named_in)
        }
        longest = max(lengths.values(), default=0)
        best = [file for file, length in lengths.items() if length == longest]
        if len(best) > 1:
            places = ", ".join(str(file.relative_to(self.root)) for file in best[:2])
            raise ImagePathError(
                _(
                    "{path} may be any of {number} files: {places}",
                    path=path,
                    number=len(best),
                    places=places,
                )
            )
        return best[0] if best else None

    def _may_be(self, file: Path, path: PurePosixPath, named_in: Path) -> bool:
        """Return whether a file of the right name may be elsewhere than its path says.

        A path with folders needs a folder in common with the file, unless the file is
        beside or above the data. The file's folders must not hold other data, nor have
        its name, as those of another split do.
        """
        folders = file.relative_to(self.root).parts[:-1]
        is_above = named_in.is_relative_to(file.parent)
        if len(path.parts) > 1 and _common_end(file, path) < 2 and not is_above:
            return False
        own = {named_in.stem, *path.parts}
        if named_in.is_relative_to(self.root):
            own.update(named_in.relative_to(self.root).parts)
        return not (set(folders) - own) & self._data_names

    @cached_property
    def _data_names(self) -> Set[str]:
        """Names of data files without their ending, and of the folders that hold them."""
        return {
            name
            for files in self._files_by_name.values()
            for file in files
            if file.suffix.lower() in _DATA
            for name in (file.stem, file.parent.name)
        }

    @cached_property
    def _files_by_path(self) -> Mapping[str, Path]:
        """Every file of ``_files_by_name`` by its path, as ``comparable_path``."""
        return {
            comparable_path(str(file)): file
            for files in self._files_by_name.values()
            for file in files
        }

    @cached_property
    def _files_by_name(self) -> Mapping[str, Sequence[Path]]:
        """Every file inside the root by its name in NFC, without system files and links."""
        files: dict[str, list[Path]] = defaultdict(list)
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not is_system_file(name))
            for name in sorted(names):
                file = Path(folder, name)
                if not is_system_file(name) and not file.is_symlink():
                    files[comparable_path(name)].append(file)
        return files


def _common_end(file: Path, path: PurePosixPath) -> int:
    """Return how many parts at the end of both paths are the same."""
    parts = PurePosixPath(comparable_path(str(file))).parts
    pairs = zip(reversed(parts), reversed(path.parts), strict=False)
    length = 0
    for left, right in pairs:
        if left != right:
            break
        length += 1
    return length
