"""``LICENSES.csv``, one line per image, and ``LICENSES/`` with the licence texts."""

import csv
import io

from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.licence_texts import licence_text
from releases.layouts.domain.release_folder import ReleaseFolder
from reporting.export_rows import guard_formula

_HEAD = [
    "path",
    "sha256",
    "original_sha256",
    "licence",
    "rights",
    "source",
    "address",
    "width",
    "height",
    "bytes_in_release",
]


def write_licences(release: FrozenRelease, folder: ReleaseFolder) -> None:
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(_HEAD)
    for image in release.images:
        rows.writerow(
            [
                image.path,
                image.sha256,
                image.original_sha256,
                *map(guard_formula, (image.licence, image.rights, image.source)),
                guard_formula(image.address),
                image.width,
                image.height,
                "no" if image.withheld else "yes",
            ]
        )
    folder.write_text("LICENSES.csv", file.getvalue())
    named = {image.licence for image in release.images if not image.withheld}
    for licence in sorted(named | {release.protocol.release.licence}):
        text = licence_text(licence)
        if text is not None:
            folder.write_text(f"LICENSES/{text.name}.txt", text.text)
