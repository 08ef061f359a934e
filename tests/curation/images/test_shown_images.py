"""People see an image on its ground; copies of it are found on white."""

import io

import imagehash
import numpy as np
import pytest
from django.core.files.storage import default_storage
from PIL import Image as Picture
from PIL import ImageDraw

from curation.images.models import Image
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.curation.image_files.deep_files import tiff

pytestmark = pytest.mark.django_db


def test_white_art_on_nothing_is_shown_on_black(import_files: ImportFiles) -> None:
    layer = Picture.new("RGBA", (320, 240), (0, 0, 0, 0))
    ImageDraw.Draw(layer).ellipse((60, 20, 260, 220), outline="white", width=24)
    import_files({"ring.png": encoded(layer), "photo.png": encoded(draw(1))})
    ring = Image.objects.get(original_path="ring.png")
    assert ring.details["ground"] == "black"
    for name in (ring.preview, ring.thumbnail):
        with default_storage.open(name) as file, Picture.open(file) as shown:
            assert shown.mode == "RGB"
            low, high = shown.convert("L").getextrema()
            assert low < 20
            assert high > 235
    white = Picture.new("RGB", layer.size, "white")
    white.paste(layer, mask=layer)
    assert ring.phash == str(imagehash.phash(white))
    with default_storage.open(ring.published) as file:
        published = Picture.open(io.BytesIO(file.read()))
    assert published.getchannel("A").getextrema() == (0, 255)
    assert "ground" not in Image.objects.get(original_path="photo.png").details


def test_a_twelve_bit_scan_is_shown_and_published_with_all_its_greys(
    import_files: ImportFiles,
) -> None:
    """Black, a third, two thirds and white, in bands of 80 columns."""
    bands = np.array([0, 1365, 2730, 4095], np.uint16).repeat(80)
    samples = bands[None].repeat(240, axis=0)
    import_files({"packed.tif": tiff(samples, 12), "padded.tif": tiff(samples, 16)})
    for image in Image.objects.all():
        for name in (image.preview, image.thumbnail):
            with default_storage.open(name) as file, Picture.open(file) as shown:
                greys = [
                    shown.convert("L").getpixel((x, 120)) for x in range(40, 320, 80)
                ]
            assert greys == pytest.approx([0, 85, 170, 255], abs=3)
        assert image.published.endswith(".png")
        assert image.reencoded
        with default_storage.open(image.published) as file:
            published = np.asarray(Picture.open(io.BytesIO(file.read())))
        assert published[120, 40::80].tolist() == [0, 21845, 43690, 65535]
