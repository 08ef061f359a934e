"""The pages of a release's site: what the release and its scores say, as texts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from curation.stages.registry import INSTALLED
from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.models.runs import Origin
from evaluation.site.domain import (
    BoardView,
    ChangeView,
    ExampleView,
    FileView,
    SitePage,
    phrase,
)
from evaluation.site.selectors.leaderboards import PublicBoard, PublicRow
from releases.content.domain.diff import ContentChange, compare_frozen
from releases.content.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_values,
)
from releases.content.domain.statistics import compute_statistics
from releases.layouts.domain.methodology import simulated_warning
from releases.records.models import Release
from releases.records.selectors.releases import notice_line
from subtext_protocol.inline_images import with_image_names
from subtext_protocol.text import Language, in_language

MOST_EXAMPLES = 60
"""Examples of a site, spread evenly over the release's public questions."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def site_page(
    release: Release,
    frozen: FrozenRelease,
    language: Language,
    *,
    boards: Sequence[PublicBoard],
    card: str,
    downloads: Sequence[FileView],
) -> SitePage:
    """Return the values of the pages in ``language``.

    Texts of the benchmark itself, such as questions, stay in its own language.
    ``card`` is the content of ``README.md``.
    """
    counted = compute_statistics(frozen)
    return SitePage(
        language=language,
        title=frozen.title,
        version=frozen.version,
        summary=in_language(frozen.protocol.summary, language),
        simulated=simulated_warning(frozen, language),
        notices=[notice_line(notice, language) for notice in release.notices.all()],
        sha256=release.manifest_sha256,
        canary=frozen.canary,
        counts=[
            (phrase("questions", language), f"{counted.questions:,}"),
            (phrase("items", language), f"{counted.items:,}"),
            (phrase("images", language), f"{counted.images:,}"),
        ],
        boards=[_board(board, language) for board in boards],
        previous=frozen.previous.version if frozen.previous else "",
        changes=list(_changes(frozen, language)),
        card=card.partition("---\n")[2].partition("---\n")[2],
        funnel=list(_funnel(frozen, language)),
        agreement=_agreement(frozen, language),
        examples=[_example(*pair, frozen) for pair in list_page_examples(frozen)],
        downloads=downloads,
    )


def _board(board: PublicBoard, language: Language) -> BoardView:
    setting = board.setting
    smallest = board.smallest_difference
    # A line above the first row of each tie group but the first.
    ties = [row.tie for row in board.rows]
    rows = [
        {**_row(row, language), "first": earlier != row.tie}
        for earlier, row in zip([*ties[:1], *ties], board.rows, strict=False)
    ]
    return BoardView(
        title=in_language(setting.title, language),
        splits=board.splits,
        questions=board.questions,
        prompt="\n".join(filter(None, [setting.instruction, setting.prompt])),
        prompt_sha256=board.prompt_sha256,
        smallest_difference="" if smallest is None else f"{smallest * 100:.1f}",
        rows=rows,
    )


def _row(row: PublicRow, language: Language) -> dict[str, Any]:
    names = {
        "people": phrase("people", language, n=row.people),
        "baseline": baseline_title(row.model, language),
        "model": row.model,
    }
    origin = {
        Origin.IMPORTED: "imported",
        Origin.PEOPLE: "imported",
        Origin.SUBMITTED: "submitted",
    }.get(row.origin, "baseline" if row.kind == "baseline" else "")
    return {
        "tie": "–" if row.tie is None else str(row.tie),
        "model": names[row.kind],
        "revision": ", ".join(filter(None, [row.revision, row.parameters])),
        "origin": phrase(origin, language) if origin else "",
        "percent": "–" if row.accuracy is None else f"{row.accuracy:.1%}",
        "range": ""
        if row.low is None or row.high is None
        else f"{row.low:.1%} – {row.high:.1%}",
        "incomplete": phrase("incomplete", language, errors=row.errors, n=row.n)
        if row.incomplete
        else "",
        "low": row.low,
        "high": row.high,
        "accuracy": row.accuracy,
        "n": f"{row.n:,}",
        "missed": f"{row.missed:,}",
    }


def _changes(frozen: FrozenRelease, language: Language) -> Iterator[ChangeView]:
    """Yield removed, added and changed items and questions, row by row."""
    previous = frozen.previous
    if previous is None:
        return
    change = compare_frozen(previous.items, frozen.items)
    private = {item.key for item in frozen.items if item.split in frozen.private}
    reasons = {
        key: [reason.reason for reason in changes if reason.reason]
        for key, changes in frozen.reasons.items()
    }
    for what, keys in (("item_removed", change.removed), ("item_added", change.added)):
        for key in keys:
            yield ChangeView(
                item=key,
                question="",
                what=phrase(what, language),
                before="",
                after="",
                reasons=reasons.get(key, []),
            )
    for changed in change.changed:
        for entry in changed.changes:
            yield _change(
                changed.key,
                entry,
                language,
                reasons=reasons.get(changed.key, []),
                secret=changed.key in private,
            )


def _change(
    key: str,
    change: ContentChange,
    language: Language,
    *,
    reasons: Sequence[str],
    secret: bool,
) -> ChangeView:
    about_question = change.what in (
        "key",
        "stem",
        "options",
        "question_added",
        "question_removed",
    )
    hidden = secret and change.what == "key"
    private = phrase("private", language)
    return ChangeView(
        item=key,
        question=change.where if about_question else "",
        what=phrase(f"change_{change.what}", language),
        before=private if hidden else _spoken(change.before),
        after=private if hidden else _spoken(change.after),
        reasons=reasons,
    )


def _spoken(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "; ".join(str(part) for part in value.values() if part)
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return str(value)


def _funnel(
    frozen: FrozenRelease, language: Language
) -> Iterator[tuple[str, list[str]]]:
    """Yield the steps from raw images to the release: images in, removed and out."""
    if not frozen.funnel:
        return
    titles = {
        "exact_duplicates": phrase("exact_duplicates", language),
        **{stage.id: stage.text("title", language) for stage in INSTALLED},
    }
    for name, *numbers in frozen.funnel:
        yield titles.get(name, name), [f"{number:,}" for number in numbers]
    released = len(frozen.images)
    yield phrase("released_images", language), ["", "", f"{released:,}"]


def _agreement(
    frozen: FrozenRelease, language: Language
) -> list[tuple[str, list[str]]]:
    titles = {
        field.id: in_language(field.title, language) for field in frozen.protocol.fields
    }
    return [
        (
            titles.get(entry.field, entry.field),
            [
                "–" if entry.percent is None else f"{entry.percent:.1%}",
                "–" if entry.alpha is None else f"{entry.alpha:.3f}",
                f"{entry.items:,}",
            ],
        )
        for entry in frozen.agreement
    ]


def list_page_examples(
    frozen: FrozenRelease,
) -> list[tuple[FrozenItem, FrozenQuestion]]:
    """Return the questions shown: public ones with images that may be redistributed."""
    questions = [
        (item, question)
        for split in frozen.filled_splits
        if split not in frozen.private
        for item, question in frozen.questions_in_split(split)
        if not item.withheld
    ]
    step = max(1, -(-len(questions) // MOST_EXAMPLES))
    return questions[::step]


def _example(
    item: FrozenItem, question: FrozenQuestion, frozen: FrozenRelease
) -> ExampleView:
    language = frozen.language
    titles = {
        field.id: in_language(field.title, language) for field in frozen.protocol.fields
    }
    return ExampleView(
        id=question.id,
        split=item.split,
        images=[image.path for image in item.images],
        stem=with_image_names(question.stem, language),
        options=[
            (letter, with_image_names(option, language))
            for letter, option in zip(_LETTERS, question.options, strict=False)
        ],
        answer=question.key(language).spoken,
        labels=[
            (titles[field], value if isinstance(value, str) else ", ".join(value))
            for field, value in field_values(item, frozen.protocol)
            if value
        ],
    )
