"""Checks of records and image files, each by itself."""

from collections import defaultdict
from collections.abc import Iterator

from core.domain.texts import _
from curation.stages.text_area.area import DEFAULT_THRESHOLD
from published.audit.domain.checks.base import AuditMaterial
from published.audit.domain.finding import Finding, FindingCase, FindingLevel

TINY_SIDE = 64
"""Pixels of the shorter side; below, hardly any drawing can be read."""
BLANK_CONTRAST = 2.0
"""Standard deviation of grey values; a page of one colour has less."""


def unreadable_records(material: AuditMaterial) -> Iterator[Finding]:
    """Records that could not be read."""
    problems = material.benchmark.unreadable
    if problems:
        yield Finding(
            check="unreadable_records",
            level=FindingLevel.BLOCKING,
            cases=[
                FindingCase([problem.source_location], note=problem.message)
                for problem in problems
            ],
        )


def skipped_files(material: AuditMaterial) -> Iterator[Finding]:
    """Tables and uploaded files that lie beside the questions but were not read."""
    problems = material.benchmark.skipped
    if problems:
        yield Finding(
            check="skipped_files",
            level=FindingLevel.WARNING,
            cases=[
                FindingCase([problem.source_location], note=problem.message)
                for problem in problems
            ],
        )


def repeated_ids(material: AuditMaterial) -> Iterator[Finding]:
    """Ids that more than one question has."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for question in material.benchmark.questions:
        places[question.id].append(question.source_location)
    cases = [
        FindingCase([id], note="; ".join(of_id))
        for id, of_id in places.items()
        if len(of_id) > 1
    ]
    if cases:
        yield Finding(
            check="repeated_ids",
            level=FindingLevel.BLOCKING,
            cases=cases,
        )


def missing_images(material: AuditMaterial) -> Iterator[Finding]:
    """Image files that are named but not there: one finding with their number."""
    images = material.benchmark.images
    missing = [name for name, file in images.items() if file is None]
    if missing:
        yield Finding(
            check="missing_images",
            level=FindingLevel.WARNING,
            values={"total": len(images)},
            cases=[FindingCase(images=[name]) for name in missing],
        )


def questions_without_image(material: AuditMaterial) -> Iterator[Finding]:
    """Questions that name no image, in a benchmark whose others do."""
    questions = material.benchmark.questions
    without = [question for question in questions if question.image is None]
    if without and len(without) < len(questions):
        yield Finding(
            check="questions_without_image",
            level=FindingLevel.WARNING,
            cases=[FindingCase([question.id]) for question in without],
        )


def unreadable_images(material: AuditMaterial) -> Iterator[Finding]:
    """Files that are no image."""
    cases = [
        FindingCase(images=[name], note=facts.refused)
        for name, facts in material.facts.items()
        if facts.refused
    ]
    if cases:
        yield Finding(
            check="unreadable_images",
            level=FindingLevel.BLOCKING,
            cases=cases,
        )


def tiny_images(material: AuditMaterial) -> Iterator[Finding]:
    """Images with a side too short to be read."""
    cases = [
        FindingCase(
            images=[name],
            note=_("{width} × {height} pixels", width=facts.width, height=facts.height),
        )
        for name, facts in material.facts.items()
        if not facts.refused and min(facts.width, facts.height) < TINY_SIDE
    ]
    if cases:
        yield Finding(
            check="tiny_images",
            level=FindingLevel.WARNING,
            values={"side": TINY_SIDE},
            cases=cases,
        )


def blank_images(material: AuditMaterial) -> Iterator[Finding]:
    """Images of one colour."""
    cases = [
        FindingCase(images=[name])
        for name, facts in material.facts.items()
        if not facts.refused and facts.contrast < BLANK_CONTRAST
    ]
    if cases:
        yield Finding(
            check="blank_images",
            level=FindingLevel.WARNING,
            cases=cases,
        )


def text_images(material: AuditMaterial) -> Iterator[Finding]:
    """Images that are mostly text, those with the most text first."""
    ranked = sorted(
        ((ratio, name) for name, ratio in material.text_areas.items()),
        key=lambda row: (-row[0], row[1]),
    )
    if ranked:
        yield Finding(
            check="text_images",
            level=FindingLevel.WARNING,
            values={"share": DEFAULT_THRESHOLD},
            cases=[
                FindingCase(
                    images=[name], note=_("text area {share}", share=f"{ratio:.0%}")
                )
                for ratio, name in ranked
            ],
        )


def identical_images(material: AuditMaterial) -> Iterator[Finding]:
    """Files with the same bytes; those in several splits are a finding of their own.

    One image may well carry several questions (II-Bench stores it once a question);
    across splits, however, what is tried on one split is known in the other.
    """
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, facts in material.facts.items():
        names[facts.sha256].append(name)
    by_image = material.benchmark.questions_by_image
    within, across = [], []
    for same in names.values():
        questions = [question for name in same for question in by_image.get(name, ())]
        splits = sorted({question.split for question in questions})
        case = FindingCase(
            [question.id for question in questions], same, ", ".join(splits)
        )
        if len(splits) > 1:
            across.append(case)
        elif len(same) > 1:
            within.append(case)
    if across:
        yield Finding(
            check="images_in_several_splits",
            level=FindingLevel.WARNING,
            cases=across,
        )
    if within:
        yield Finding(
            check="identical_images",
            level=FindingLevel.INFORMATION,
            cases=within,
        )
