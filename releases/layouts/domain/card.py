"""The data card: README.md with the YAML head that the Hugging Face Hub reads."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from releases.content.domain.commitments import COMMITMENTS
from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_form import ReleaseForm
from releases.content.domain.release_phrases import phrase
from releases.content.domain.splits import requested_quotas
from releases.content.domain.statistics import Statistics, compute_statistics
from releases.layouts.domain.changes import difference_path
from releases.layouts.domain.documents import templates
from releases.layouts.domain.hub_benchmark import EVAL
from releases.layouts.domain.inspect_ai import inspect_path
from releases.layouts.domain.lmms_eval import task_name
from releases.layouts.domain.methodology import (
    describe_annotation,
    describe_collection,
    describe_personal_information,
    describe_synthetic_data,
    simulated_warning,
)
from releases.layouts.domain.parquet import parquet_layout, parquet_path
from releases.layouts.domain.release_folder import ReleaseFolder
from releases.layouts.domain.vlmevalkit import benchmark_name
from reporting.tables import Value
from subtext_protocol.document import Protocol
from subtext_protocol.formats.registry import format_title
from subtext_protocol.text import in_language

Rows = Sequence[Sequence[Value]]


class FormatCount(NamedTuple):
    title: str
    questions: int


class Usage(NamedTuple):
    """What the tools are called with to read one split."""

    split: str
    vlmevalkit: str
    """Name of the table."""
    lmms_eval: str
    """Name of the task."""
    inspect: str
    """Path of the samples."""


class CardOverride(NamedTuple):
    """An overridden check in the language of the card."""

    message: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class DataCard:
    """Values of the data card's templates."""

    head: str
    """YAML for the Hub."""
    title: str
    simulated: str
    """How many items contain work by simulated people; empty if none does."""
    summary: str
    note: str
    splits: Rows
    """Name, items, images and questions."""
    seed: int
    sampling: str
    """Id of the sampling of splits: ``stratified`` or ``random``."""
    small_splits: Rows
    """Split, questions that the protocol asks for, and questions in the release, of
    splits with fewer."""
    private: Sequence[str]
    """Splits whose correct answers are private."""
    commitments: str
    """Path of the commitments to private answers."""
    questions: int
    formats: Sequence[FormatCount]
    """Empty if every question has one correct option."""
    left_out: int
    """Questions that single-choice tools cannot use."""
    image_columns: Sequence[str]
    folders: frozenset[str]
    """Folders that the release has, such as ``nested/``."""
    leaderboard: bool
    """Whether the Hub can have a leaderboard of it."""
    diff: str
    """Path of the difference from the previous version; empty in the first one."""
    usage: Usage | None
    """None if no tool can read the release as it is."""
    withheld_questions: int
    """Questions about items whose image files are not in the release."""
    collection: str
    annotation: str
    agreement: Rows
    """Label, percent agreement, alpha and items."""
    licence: str
    rights: Rows
    """Licence, what is in the release, and images."""
    form: ReleaseForm
    personal_information: str
    synthetic: str
    """Whether models made a part of it; empty if nobody has said so."""
    overrides: Sequence[CardOverride]
    waivers: Sequence[str]
    decided_alone: Sequence[str]
    canary: str
    citation: str


def write_card(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write ``README.md`` in the benchmark's language, after all other layouts."""
    statistics = compute_statistics(release)
    head = yaml.safe_dump(
        _head(release, statistics, folder), allow_unicode=True, sort_keys=False
    )
    language = release.language
    card = DataCard(
        head=head,
        title=release.title,
        simulated=simulated_warning(release),
        summary=in_language(release.protocol.summary, language),
        note=release.note,
        splits=[(s.split, s.items, s.images, s.questions) for s in statistics.splits],
        seed=release.seed,
        sampling=release.protocol.release.sampling,
        small_splits=_small_splits(release, statistics),
        private=release.private,
        commitments=COMMITMENTS,
        questions=statistics.questions,
        formats=_formats(release),
        left_out=release.count_not_single_answer,
        image_columns=[
            column.name
            for column in parquet_layout(release).columns
            if column.kind == "image"
        ],
        folders=frozenset(
            f"{top}/"
            for path in folder.written
            for top, sep, _ in [path.partition("/")]
            if sep
        ),
        leaderboard=EVAL in folder.written,
        diff=difference_path(release.previous) if release.previous else "",
        usage=_usage(release),
        withheld_questions=sum(
            len(item.questions) for item in release.items if item.withheld
        ),
        collection=describe_collection(release, language),
        annotation=describe_annotation(release, language),
        agreement=_agreement(release),
        licence=release.protocol.release.licence,
        rights=_rights(release),
        form=release.form,
        personal_information=describe_personal_information(release, language),
        synthetic=describe_synthetic_data(release, language),
        overrides=[
            CardOverride(
                in_language(override.message, language), _one_line(override.reason)
            )
            for override in release.overrides
        ],
        waivers=[*map(_one_line, release.waivers)],
        decided_alone=[*map(_one_line, release.decided_alone)],
        canary=release.canary,
        citation=release.protocol.release.citation.strip(),
    )
    folder.write_text("README.md", templates.render("card", language, card))


def _small_splits(release: FrozenRelease, statistics: Statistics) -> Rows:
    choices: dict[str, set[str]] = {}
    for item in release.items:
        for field, chosen in item.labels.items():
            choices.setdefault(field, set()).update(chosen)
    requested = requested_quotas(
        release.protocol.release.splits,
        {field: len(known) for field, known in choices.items()},
    )
    questions = {split.split: split.questions for split in statistics.splits}
    return [
        (split, target, questions.get(split, 0))
        for split, target in requested.items()
        if questions.get(split, 0) < target
    ]


def _head(
    release: FrozenRelease, statistics: Statistics, folder: ReleaseFolder
) -> dict[str, Any]:
    questions = {split.split: split.questions for split in statistics.splits}
    paths = {split: parquet_path(split) for split in release.filled_splits}
    size = sum(folder.written[path].bytes for path in paths.values())
    return {
        "pretty_name": release.name,
        "license": release.protocol.release.licence.lower(),
        "language": [release.language],
        "task_categories": ["visual-question-answering", "multiple-choice"],
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": split, "path": path} for split, path in paths.items()
                ],
            }
        ],
        "dataset_info": {
            "features": [
                column.card_entry for column in parquet_layout(release).columns
            ],
            "splits": [
                {
                    "name": split,
                    "num_bytes": folder.written[path].bytes,
                    "num_examples": questions[split],
                }
                for split, path in paths.items()
            ],
            "download_size": size,
            "dataset_size": size,
        },
    }


def _formats(release: FrozenRelease) -> list[FormatCount]:
    if not release.count_not_single_answer:
        return []
    counts = Counter(q.format for item in release.items for q in item.questions)
    return [
        FormatCount(format_title(format_id, release.language), counts[format_id])
        for format_id in release.formats
    ]


def _usage(release: FrozenRelease) -> Usage | None:
    settings = release.plain_settings
    if not settings or not release.single_answer_splits:
        return None
    split, setting = release.single_answer_splits[-1], settings[0]
    return Usage(
        split=split,
        vlmevalkit=f"{benchmark_name(release.project)}_{setting.id}_{split}",
        lmms_eval=task_name(release, setting, split),
        inspect=inspect_path(split),
    )


def _agreement(release: FrozenRelease) -> Rows:
    titles = _field_titles(release.protocol)
    return [
        (
            titles.get(measured.field, measured.field),
            None if measured.percent is None else f"{measured.percent:.1%}",
            None if measured.alpha is None else f"{measured.alpha:.3f}",
            measured.items,
        )
        for measured in release.agreement
    ]


def _field_titles(protocol: Protocol) -> Mapping[str, str]:
    return {
        field.id: in_language(field.title, protocol.language)
        for field in protocol.fields
    }


def _rights(release: FrozenRelease) -> Rows:
    counts = Counter((i.licence, i.rights) for i in release.images)
    return [
        (
            _one_line(licence),
            phrase(rights, release.language) if rights in phrase else rights,
            count,
        )
        for (licence, rights), count in sorted(counts.items())
    ]


def _one_line(text: str) -> str:
    return " ".join(text.split())
