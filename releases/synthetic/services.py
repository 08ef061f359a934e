"""Exporting a synthetic set: generated images with their sentences, for fine-tuning."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.core.files.storage import default_storage

from core.domain.texts import _
from core.errors import InvalidInputError
from curation.images.models import Image, Rights
from curation.images.selectors.generated_images import generated_images
from curation.material.domain.manifests.column_mapping import GENERATED
from projects.models import Project
from releases.building.services.folders import require_new_folder
from releases.layouts.domain.documents import templates
from releases.layouts.domain.release_folder import SYNTHETIC_SCHEMA, ReleaseFolder
from releases.synthetic.domain.image_splits import (
    SyntheticImage,
    TooFewImagesError,
    split_images,
    write_splits,
)
from subtext_protocol.synthetic import SyntheticSet


@dataclass(frozen=True)
class SyntheticExport:
    """What was exported; also what its data card says."""

    name: str
    rules: SyntheticSet
    seed: int
    splits: dict[str, int]
    licences: list[tuple[str, int]]
    models: list[tuple[str, int]]
    withheld: int
    """Images that may not be redistributed and were left out."""


def synthetic_rules(project: Project) -> SyntheticSet:
    """Return the protocol's rules of a synthetic set. Raises InvalidInputError."""
    rules = project.protocol.release.synthetic
    if rules is None:
        raise InvalidInputError(_("This protocol has no synthetic set."))
    return rules


def export_synthetic_set(
    *, project: Project, rules: SyntheticSet, folder: Path, seed: int
) -> tuple[str, SyntheticExport]:
    """Write the set into a new ``folder``; return the hash of its manifest.

    The same images and seed give the same files. Raises InvalidInputError where there
    are fewer images than the splits need.
    """
    require_new_folder(folder)
    generated = generated_images(project).select_related("source")
    shared = [*generated.exclude(source__rights=Rights.ADDRESS_ONLY)]
    images = {_synthetic(image): image.published for image in shared}
    try:
        splits = split_images(images, rules, seed=seed)
    except TooFewImagesError as error:
        reason = _(
            "There are too few generated images: {left} are left for training, {train} "
            "are needed. Import more, or choose smaller splits.",
            left=error.left,
            train=rules.train,
        )
        raise InvalidInputError(reason) from error
    form = next(s for s in project.protocol.sentences if s.id == rules.field)
    chosen = [image for split in splits.values() for image in split]
    export = SyntheticExport(
        project.name,
        rules,
        seed,
        {split: len(of_split) for split, of_split in splits.items()},
        _counts([image.licence for image in chosen]),
        _counts([image.get_detail("model") for image in chosen]),
        generated.count() - len(shared),
    )
    out = ReleaseFolder(folder)
    for image in chosen:
        with default_storage.open(images[image]) as file:
            out.write(image.path, file.read())
    write_splits(splits, rules, form, out)
    if rules.training is not None:
        out.write_json("training.json", rules.training.model_dump(mode="json"))
    language = project.protocol.language
    out.write_text("README.md", templates.render("synthetic", language, export))
    head = {
        "schema": SYNTHETIC_SCHEMA,
        "project": project.slug,
        "seed": seed,
        "instances": export.splits,
        "rules": rules.model_dump(mode="json"),
    }
    return out.write_manifest_and_checksums(head), export


def _synthetic(image: Image) -> SyntheticImage:
    sha256, extension = image.published_sha256, Path(image.published).suffix
    return SyntheticImage(
        path=f"images/{sha256}{extension}",
        sha256=sha256,
        licence=image.source.licence,
        source=image.source.name,
        details=tuple(
            (name, str(image.details[name]))
            for name in GENERATED
            if image.details.get(name)
        ),
    )


def _counts(values: Sequence[str]) -> list[tuple[str, int]]:
    return sorted(Counter(value for value in values if value).items())
