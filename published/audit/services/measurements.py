"""Where this installation keeps the measurements of audits."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from django.conf import settings

from published.audit.domain.measurements import MeasurementCache

_CODE = (
    "published/audit/domain",
    "curation/image_files",
    "curation/images/domain",
    "curation/near_duplicates/domain",
    "curation/stages",
)
_PACKAGES = (
    *("faiss-cpu", "imagehash", "numpy", "onnxruntime", "opencv-python-headless"),
    *("pillow", "scikit-learn", "scipy", "shapely"),
)


def kept_measurements() -> MeasurementCache:
    """Return the measurements in the data folder, made by this code and its packages.

    The folder is one for commands and jobs, and may be deleted at any time.
    """
    tools = [f"{name} {version(name)}" for name in _PACKAGES]
    return MeasurementCache(
        settings.DATA_DIR / "measurements", " ".join([_code_digest(), *tools])
    )


def _code_digest() -> str:
    """Return a digest of the code that measures, so that no change goes unnoticed."""
    digest = hashlib.sha256(settings.SUBTEXT_VERSION.encode())
    for folder in _CODE:
        for file in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if file.suffix in (".py", ".json"):
                digest.update(file.read_bytes())
    return digest.hexdigest()
