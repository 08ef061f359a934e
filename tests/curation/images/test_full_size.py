"""The full-size file of an image has the colours, ground and turn of its preview."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture
from PIL import ImageCms, ImageDraw

from curation.images.models import Image
from curation.images.services.full_size import full_size_name
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def ring(width: int = 24) -> Picture.Image:
    layer = Picture.new("RGBA", (320, 240), (0, 0, 0, 0))
    ImageDraw.Draw(layer).ellipse((60, 20, 260, 220), outline="white", width=width)
    return layer


def lab_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()


def srgb_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def turned() -> bytes:
    exif = Picture.Exif()
    exif[0x0112] = 6
    return encoded(draw(2), "JPEG", quality=90, exif=exif)


def animated() -> bytes:
    return encoded(draw(3), "GIF", save_all=True, append_images=[draw(4)])


AS_PUBLISHED: Mapping[str, bytes] = {
    "plain.png": encoded(draw(5)),
    "photo.jpg": encoded(draw(6), "JPEG", quality=90),
    "turned.jpg": turned(),
    "srgb.jpg": encoded(draw(7), "JPEG", quality=90, icc_profile=srgb_profile()),
    "bitmap.bmp": encoded(draw(8), "BMP"),
    "paper.tif": encoded(draw(9), "TIFF"),
}
MADE: Mapping[str, bytes] = {
    "ring.png": encoded(ring()),
    "ring.tif": encoded(ring().rotate(90, expand=True), "TIFF"),
    "print.jpg": encoded(draw(10).convert("CMYK"), "JPEG", quality=90),
    "wide.jpg": encoded(draw(11), "JPEG", quality=90, icc_profile=lab_profile()),
    "moving.gif": animated(),
}


def full_size_of(cast: Cast, image: Image) -> tuple[bytes, Any]:
    address = f"/api/projects/bench/images/{image.pk}/file/full/"
    answer = browser(cast.organizer).get(address)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content), answer


def test_it_looks_like_the_preview(cast: Cast, import_files: ImportFiles) -> None:
    import_files({**AS_PUBLISHED, **MADE})
    for name in (*AS_PUBLISHED, *MADE):
        image = Image.objects.get(original_path=name)
        content, answer = full_size_of(cast, image)
        with Picture.open(io.BytesIO(content)) as full:
            assert answer["Content-Type"] == Picture.MIME[full.format or ""], name
            assert full.size == (image.width, image.height), name
            assert getattr(full, "n_frames", 1) == 1, name
            pixels = np.asarray(full.convert("RGB"), np.int16)
        with default_storage.open(image.preview) as file, Picture.open(file) as small:
            shown = np.asarray(small.convert("RGB"), np.int16)
        assert np.abs(pixels - shown).mean() < 6, name
        with default_storage.open(image.published) as file:
            assert (file.read() == content) == (name in AS_PUBLISHED), name


def test_a_file_that_was_made_is_kept_and_repaired(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"ring.png": encoded(ring(25))})
    image = Image.objects.get()
    name = full_size_name(image.sha256, "image/png")
    assert not default_storage.exists(name)
    content, _ = full_size_of(cast, image)
    with default_storage.open(name) as file:
        assert file.read() == content
    default_storage.delete(name)
    default_storage.save(name, ContentFile(content[:200]))
    assert full_size_of(cast, image)[0] == content
    default_storage.delete(image.original)
    assert full_size_of(cast, image)[0] == content


def test_a_missing_file_is_not_found(cast: Cast, import_files: ImportFiles) -> None:
    import_files({"ring.png": encoded(ring(26)), "plain.png": encoded(draw(12))})
    for image in Image.objects.all():
        default_storage.delete(image.original)
        default_storage.delete(image.published)
        address = f"/api/projects/bench/images/{image.pk}/file/full/"
        assert browser(cast.organizer).get(address).status_code == 404
