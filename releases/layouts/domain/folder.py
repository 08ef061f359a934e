"""The release folder, which other tools read without modification.

Its content does not depend on when, where or by whom it is built. Files and JSON keys
are sorted, lines end in LF, there are no timestamps. Two builds are identical.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from core.domain.texts import _
from releases.content.domain.frozen import FrozenImage, FrozenRelease
from releases.content.domain.statistics import compute_statistics
from releases.layouts.domain.card import write_card
from releases.layouts.domain.changes import write_changes
from releases.layouts.domain.citation import write_citation
from releases.layouts.domain.croissant import write_croissant
from releases.layouts.domain.datasheet import write_datasheet
from releases.layouts.domain.errata import write_errata
from releases.layouts.domain.hub_benchmark import write_hub_benchmark
from releases.layouts.domain.inspect_ai import write_inspect
from releases.layouts.domain.licences import write_licences
from releases.layouts.domain.lmms_eval import write_lmms_eval
from releases.layouts.domain.methodology import simulated_warning
from releases.layouts.domain.nested import write_nested
from releases.layouts.domain.parquet import write_parquet
from releases.layouts.domain.private import write_commitments
from releases.layouts.domain.questions import write_questions
from releases.layouts.domain.release_folder import SCHEMA, BuildError, ReleaseFolder
from releases.layouts.domain.statistics import write_statistics
from releases.layouts.domain.vlmevalkit import write_vlmevalkit
from releases.layouts.domain.zenodo import write_zenodo
from subtext_protocol.opaque_images import opaque_png

Layout = Callable[[FrozenRelease, ReleaseFolder], None]

LAYOUTS: tuple[Layout, ...] = (
    write_questions,
    write_commitments,
    write_nested,
    write_parquet,
    write_vlmevalkit,
    write_lmms_eval,
    write_inspect,
    write_hub_benchmark,
    write_statistics,
    write_licences,
    write_changes,
    write_errata,
    write_datasheet,
    write_citation,
    write_zenodo,
    write_croissant,
    write_card,
)
"""Layouts in writing order: a later one may describe earlier files."""


def write_release(
    release: FrozenRelease,
    root: Path,
    *,
    read_image: Callable[[FrozenImage], bytes],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """Write the release into the empty folder ``root`` and return its release hash.

    ``read_image`` returns the published bytes; it is not called for withheld images.
    ``progress`` receives the numbers of written images and of all images. Raises
    BuildError when bytes differ from those that were frozen, or when a layout cannot
    hold a text.
    """
    folder = ReleaseFolder(root)
    images = release.images
    for done, image in enumerate(images):
        progress(done, len(images))
        if not image.withheld:
            content = _verify_content(image, read_image(image))
            folder.write(image.path, content)
            if image.ground:
                folder.write(image.opaque_path, opaque_png(content, image.ground))
    progress(len(images), len(images))
    protocol = release.protocol.canonical_json() + "\n"
    folder.write("benchmark.json", protocol.encode())
    for write in LAYOUTS:
        write(release, folder)
    return folder.write_manifest_and_checksums(
        {
            # First in the file, because keys are sorted.
            **({"about": warning} if (warning := simulated_warning(release)) else {}),
            "schema": SCHEMA,
            "project": release.project,
            "name": release.name,
            "version": release.version,
            "language": release.language,
            "seed": release.seed,
            "canary": release.canary,
            "splits": {
                split.split: {
                    "items": split.items,
                    "images": split.images,
                    "questions": split.questions,
                }
                for split in compute_statistics(release).splits
            },
        }
    )


def _verify_content(image: FrozenImage, content: bytes) -> bytes:
    actual = hashlib.sha256(content).hexdigest()
    if actual != image.sha256:
        raise BuildError(
            _(
                "{path}: the stored image differs from the frozen one "
                "(SHA-256 is {actual})",
                path=image.path,
                actual=actual,
            )
        )
    return content
