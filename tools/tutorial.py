"""Make the images of the tutorial and of README.md: `make tutorial`.

A test follows the tutorial in a browser and takes a screenshot for each image, which is
stored as WebP. Does nothing if a step fails.
"""

import subprocess
import sys
from pathlib import Path

from PIL import Image

from tools.check import CHROMIUM, NO_CHROMIUM

ROOT = Path(__file__).resolve().parent.parent
WALK = ROOT / "tests" / "journeys" / "test_tutorial.py"
SCREENSHOTS = ROOT / "test-results" / "screenshots"
OVERVIEW = ROOT / "docs" / "overview.png"
IMAGES = ROOT / "docs" / "tutorials" / "first-release"
QUALITIES = (75, 60, 45, 30)
LARGEST = 60_000
"""Maximum bytes of an image; the first quality that reaches it is used."""


def main() -> int:
    if CHROMIUM is None:
        print(NO_CHROMIUM)
        return 1
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", str(WALK)]
    if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
        return code
    for image in IMAGES.glob("*.webp"):
        image.unlink()
    for screenshot in sorted((SCREENSHOTS / "tutorial").glob("*.png")):
        target = IMAGES / screenshot.with_suffix(".webp").name
        for quality in QUALITIES:
            Image.open(screenshot).save(target, quality=quality, method=6)
            if target.stat().st_size <= LARGEST:
                break
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")
    # With a palette it has a third of the bytes.
    Image.open(SCREENSHOTS / OVERVIEW.name).convert("RGB").quantize(256).save(
        OVERVIEW, optimize=True
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
