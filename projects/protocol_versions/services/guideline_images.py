"""Files of the images in guidelines: stored once by content, read by members."""

import hashlib
import io
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotFoundError
from projects.models import Project
from subtext_protocol.document import Protocol
from subtext_protocol.guideline_images import (
    EXTENSIONS,
    image_references,
    is_image_name,
    named_images,
    replace_references,
)

MOST_BYTES = 2_000_000
_MOST_PIXELS = 25_000_000


def image_name(content: bytes) -> str:
    """Return the name under which an image is stored.

    Raises InvalidInputError (file) for a file that is too large, or no PNG, JPEG or
    WebP image.
    """
    # Web processes load this module and store images seldom.
    from PIL import Image as Picture  # noqa: PLC0415
    from PIL import UnidentifiedImageError  # noqa: PLC0415

    if len(content) > MOST_BYTES:
        raise _refusal(_("Images of guidelines have at most 2 MB."))
    try:
        with Picture.open(io.BytesIO(content), formats=tuple(EXTENSIONS)) as image:
            extension = EXTENSIONS[image.format or ""]
            if image.width * image.height > _MOST_PIXELS:
                raise _refusal(_("Images of guidelines have at most 25 megapixels."))
            image.verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise _refusal(_("This is not a PNG, JPEG or WebP image.")) from error
    return f"{hashlib.sha256(content).hexdigest()[:32]}.{extension}"


def _refusal(reason: Any) -> InvalidInputError:
    return InvalidInputError(reason, [FieldProblem("file", reason)])


def store_guideline_image(*, project: Project, content: bytes) -> str:
    """Store an image and return its name; the same image again changes nothing.

    Raises InvalidInputError (file), as ``image_name`` does.
    """
    name = image_name(content)
    path = _path(project, name)
    if not default_storage.exists(path):
        default_storage.save(path, ContentFile(content))
    return name


def open_guideline_image(project: Project, name: str) -> IO[Any]:
    """Open a stored image. Raises NotFoundError."""
    path = _path(project, name)
    if not is_image_name(name) or not default_storage.exists(path):
        raise NotFoundError(_("There is no image {name} here.", name=name))
    return default_storage.open(path)


def delete_guideline_images(slug: str) -> None:
    """Delete all images of a project that is deleted; its short name becomes free."""
    folder = _folder(slug)
    # A folder of files is made by its first image; a bucket has none.
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(folder)[1]:
            default_storage.delete(f"{folder}/{name}")


def require_guideline_images(project: Project, protocol: Protocol) -> None:
    """Raise InvalidInputError naming the images of a protocol that are not stored."""
    missing = [
        FieldProblem(path, _("Upload the image {name} first.", name=name))
        for path, name in named_images(protocol.guideline_texts())
        if not default_storage.exists(_path(project, name))
    ]
    if missing:
        raise InvalidInputError(_("Images of the guidelines are missing."), missing)


def collect_adjacent_images(path: Path, text: str) -> tuple[str, Mapping[str, bytes]]:
    """Return a protocol's text with the images that lie beside its file, by their name.

    Files outside the file's folder are not read.
    """
    folder = path.resolve().parent
    names: dict[str, str] = {}
    contents: dict[str, bytes] = {}
    for reference in image_references(text):
        file = (folder / reference).resolve()
        if file.is_relative_to(folder) and file.is_file():
            content = file.read_bytes()
            names[reference] = name = image_name(content)
            contents[name] = content
    return replace_references(text, names), contents


def _path(project: Project, name: str) -> str:
    return f"{_folder(project.slug)}/{name}"


def _folder(slug: str) -> str:
    return f"guidelines/{slug}"
