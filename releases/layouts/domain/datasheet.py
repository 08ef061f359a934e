"""``DATASHEET.md``: the seven sections of Gebru et al., "Datasheets for Datasets".

The answers come from the protocol and the counts, in the language of the benchmark.
Facts that Subtext cannot know are reported as unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_form import ReleaseForm
from releases.content.domain.statistics import SplitCount, compute_statistics
from releases.layouts.domain.documents import templates
from releases.layouts.domain.methodology import (
    describe_annotation,
    describe_biases,
    describe_collection,
    describe_personal_information,
    describe_synthetic_data,
)
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.formats.registry import format_title
from subtext_protocol.text import in_language


@dataclass(frozen=True, kw_only=True)
class DatasheetValues:
    """Values of the datasheet's templates."""

    title: str
    summary: str
    questions: int
    items: int
    images: int
    fewest_images: int
    """Of one item."""
    most_images: int
    """Of one item."""
    formats: Sequence[str]
    """Titles of the formats; empty if every question has one correct option."""
    options: int
    """Of a choice question; 0 if there is none."""
    annotations: Sequence[str]
    """Titles of the fields."""
    splits: Sequence[SplitCount]
    seed: int
    withheld: int
    """Images without a file in the release."""
    private: Sequence[str]
    """Splits whose correct answers are private."""
    known_limits: bool
    """Whether the data card has a section on them."""
    content_warning: str
    """Empty if annotators saw none."""
    collection: str
    annotation: str
    biases: str
    licence: str
    form: ReleaseForm
    personal_information: str
    synthetic: str
    """Whether models made a part of it; empty if nobody has said so."""
    canary: str
    previous: str
    """The previous version; empty if there is none."""


def write_datasheet(release: FrozenRelease, folder: ReleaseFolder) -> None:
    language, protocol = release.language, release.protocol
    counted = compute_statistics(release)
    images = [len(item.images) for item in release.items] or [protocol.item.images]
    warning = protocol.annotation.content_warning
    questions = [q for item in release.items for q in item.questions]
    datasheet = DatasheetValues(
        title=release.title,
        summary=in_language(protocol.summary, language),
        questions=counted.questions,
        items=counted.items,
        images=counted.images,
        fewest_images=min(images),
        most_images=max(images),
        formats=[format_title(format_id, language) for format_id in release.formats]
        if release.count_not_single_answer
        else [],
        options=max((len(question.options) for question in questions), default=0),
        annotations=[in_language(field.title, language) for field in protocol.fields],
        splits=counted.splits,
        seed=release.seed,
        withheld=sum(image.withheld for image in release.images),
        private=release.private,
        known_limits=bool(
            release.form.limits
            or release.form.biases
            or release.overrides
            or release.waivers
            or release.decided_alone
        ),
        content_warning=in_language(warning, language) if warning else "",
        collection=describe_collection(release, language),
        annotation=describe_annotation(release, language),
        biases=describe_biases(release, language),
        licence=protocol.release.licence,
        form=release.form,
        personal_information=describe_personal_information(release, language),
        synthetic=describe_synthetic_data(release, language),
        canary=release.canary,
        previous=release.previous.version if release.previous else "",
    )
    folder.write_text(
        "DATASHEET.md", templates.render("datasheet", language, datasheet)
    )
