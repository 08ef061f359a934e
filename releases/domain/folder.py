"""The release folder, which other tools read without modification.

Its content does not depend on when, where or by whom it is built. Files and JSON keys
are sorted, lines end in LF, there are no timestamps. Two builds are identical.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from releases.domain.frozen import FrozenImage, FrozenRelease
from releases.domain.layouts.card import write_card
from releases.domain.layouts.changes import write_changes
from releases.domain.layouts.citation import write_citation
from releases.domain.layouts.croissant import write_croissant
from releases.domain.layouts.datasheet import write_datasheet
from releases.domain.layouts.errata import write_errata
from releases.domain.layouts.hub_benchmark import write_hub_benchmark
from releases.domain.layouts.inspect_ai import write_inspect
from releases.domain.layouts.licences import write_licences
from releases.domain.layouts.lmms_eval import write_lmms_eval
from releases.domain.layouts.methodology import simulated_warning
from releases.domain.layouts.nested import write_nested
from releases.domain.layouts.parquet import write_parquet
from releases.domain.layouts.private import write_commitments
from releases.domain.layouts.questions import write_questions
from releases.domain.layouts.statistics import write_statistics
from releases.domain.layouts.vlmevalkit import write_vlmevalkit
from releases.domain.layouts.zenodo import write_zenodo
from releases.domain.release_folder import SCHEMA, BuildError, ReleaseFolder
from releases.domain.statistics import statistics_of
from workflow.domain.texts import _

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
            folder.write(image.path, _verify_content(image, read_image(image)))
    progress(len(images), len(images))
    protocol = release.protocol.canonical_json() + "\n"
    folder.write("benchmark.json", protocol.encode())
    for write in LAYOUTS:
        write(release, folder)
    return folder.seal(
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
                for split in statistics_of(release).splits
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
