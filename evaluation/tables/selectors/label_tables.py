"""Tables of accuracy by label.

Source: II-Bench, Tables 3, 6 and 7; CII-Bench, Tables 1 and 6 to 8.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.released_questions import (
    ReleaseImageCounts,
    image_counts,
)
from evaluation.scores.selectors.comparison import SplitScores, split_scores
from evaluation.scores.selectors.leaderboard import (
    Human,
    Leaderboard,
    LeaderboardRow,
    Tally,
)
from evaluation.tables.selectors.leaderboard_rows import (
    Runs,
    Value,
    abbreviations,
    groups_of,
    people_groups,
    rate_reader,
    rows_of,
    title_of,
    validator_groups,
)
from releases.records.models import Release
from reporting.tables import Group, Table
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.publication import Setting
from subtext_protocol.text import Language, in_language

CHOICES_IN_A_PAIR = 12
"""Above this number of choices a field has its own table (CMMMU, Table 4)."""


def label_tables(
    release: Release,
    protocol: Protocol,
    board: Leaderboard,
    left_out: Collection[int] = (),
) -> Iterator[Table]:
    """Yield tables of accuracy overall and by two label fields each, with people.

    The first table has a group of models that were shown no image (CII-Bench, Table 1)
    and, for the main split, the accuracy on secondary splits (CMMMU, Table 4).
    """
    plain = protocol.evaluation.own_settings[0]
    if not any(plain.id in row.cells for row in (*board.rows, *board.people)):
        return
    blindly = [
        setting for setting in protocol.evaluation.own_settings if not setting.images
    ]
    on_main = board.splits == (protocol.release.main_split,)
    counts_images = protocol.evaluation.headings == "images"
    images = image_counts(release) if counts_images else None
    labels = [protocol.label(field) for field in protocol.evaluation.slices]
    for number, fields in enumerate(_pairs(labels), start=1):
        settings = [plain, *blindly] if number == 1 else [plain]
        secondary = {
            setting.id: split_scores(release, setting.id, left_out)
            for setting in settings
            if number == 1 and on_main
        }
        yield _label_table(board, protocol, number, settings, fields, secondary, images)


def _label_table(
    board: Leaderboard,
    protocol: Protocol,
    number: int,
    settings: Sequence[Setting],
    fields: Sequence[LabelField],
    secondary: Mapping[str, Sequence[SplitScores]],
    images: ReleaseImageCounts | None,
) -> Table:
    """Return one table; ``settings`` are the first, then those without images.

    ``secondary`` are the scores on secondary splits by setting. Headings state the
    numbers of ``images``, if given.
    """
    language = protocol.language
    plain, *blindly = settings
    rows = [row for row in board.rows if plain.id in row.cells]
    numbers = {
        scores.split: scores.questions
        for of_setting in secondary.values()
        for scores in of_setting
    }
    choices = [choice for field in fields for choice in field.choices]
    names = [
        in_language(choice.short or choice.released_title, language)
        for choice in choices
    ]

    def values(setting: Setting) -> list[Value]:
        on_splits = {scores.split: scores for scores in secondary.get(setting.id, ())}
        return [
            *(_on_split(on_splits.get(split)) for split in numbers),
            *_label_values(setting.id, fields),
        ]

    return Table(
        id=f"labels-{number}",
        title=phrase(
            "labels",
            language,
            fields=phrase("and", language).join(
                in_language(field.title, language) for field in fields
            ),
            setting=title_of(plain, language),
        ),
        note=abbreviations(
            zip(
                names,
                (in_language(choice.released_title, language) for choice in choices),
                strict=True,
            ),
            language,
        ),
        head=phrase("model", language),
        columns=(
            *(_split_title(split, n, language) for split, n in numbers.items()),
            *_with_counts(
                [*board.rows, *board.people],
                [phrase("overall", language), *names],
                plain.id,
                fields,
                language,
                images,
            ),
        ),
        groups=(
            *groups_of(
                rows,
                values(plain),
                language,
                settings=[plain.id],
                runs=_split_runs(secondary.get(plain.id, ())),
            ),
            *(
                group
                for setting in blindly
                for group in _without_images(
                    board,
                    setting,
                    values(setting),
                    language,
                    runs=_split_runs(secondary.get(setting.id, ())),
                )
            ),
            *people_groups(board.people, values(plain), language, settings=[plain.id]),
            *_people(board.human, fields, language, before=len(numbers)),
        ),
    )


def _label_values(setting: str, fields: Sequence[LabelField]) -> list[Value]:
    """Return the column values: overall, then each choice of ``fields``."""
    return [rate_reader(setting, "overall")] + [
        rate_reader(setting, "slices", field.id, choice.id)
        for field in fields
        for choice in field.choices
    ]


def _without_images(
    board: Leaderboard,
    setting: Setting,
    values: Sequence[Value],
    language: Language,
    *,
    runs: Runs,
) -> Iterator[Group]:
    """Yield the group of models run in a setting without images."""
    rows = [row for row in board.rows if setting.id in row.cells]
    if rows:
        printed = rows_of(rows, values, [setting.id], runs)
        yield Group(title_of(setting, language), printed, 2)


def _split_title(split: str, n: int, language: Language) -> str:
    title = phrase("overall_of", language, split=split)
    return phrase("counted", language, title=title, n=n)


def _on_split(scores: SplitScores | None) -> Value:
    return lambda row: scores.accuracies.get(row.who) if scores else None


def _split_runs(scores: Sequence[SplitScores]) -> Runs:
    """Return a function that names the runs of a row on the secondary splits."""
    return lambda row: [
        of_split.runs[row.who] for of_split in scores if row.who in of_split.runs
    ]


def _pairs(fields: Sequence[LabelField]) -> Iterator[list[LabelField]]:
    """Yield the fields of each table: two, or one with many choices."""
    pair: list[LabelField] = []
    for field in fields:
        many = len(field.choices) > CHOICES_IN_A_PAIR
        if pair and (many or len(pair) == 2):
            yield pair
            pair = []
        pair.append(field)
        if many:
            yield pair
            pair = []
    if pair:
        yield pair


def _with_counts(
    rows: Sequence[LeaderboardRow],
    titles: Sequence[str],
    plain: str,
    fields: Sequence[LabelField],
    language: Language,
    images: ReleaseImageCounts | None,
) -> list[str]:
    """Return the titles with their number of questions, as in "Life (585)".

    With ``images``, those of the whole release come first: "Life (216 images; 585
    questions)".
    """
    cell = next((row.cells[plain] for row in rows if plain in row.cells), None)
    if cell is None:
        return [*titles]
    labels = [(field.id, choice.id) for field in fields for choice in field.choices]
    tallies = [
        cell.overall,
        *(cell.slices.get(field, {}).get(choice) for field, choice in labels),
    ]
    numbers = (
        [None] * len(tallies)
        if images is None
        else [images.total, *(images.by_choice.get(label, 0) for label in labels)]
    )
    return [
        _counted(title, tally, number, language)
        for title, tally, number in zip(titles, tallies, numbers, strict=True)
    ]


def _counted(
    title: str, tally: Tally | None, images: int | None, language: Language
) -> str:
    if tally is None:
        return title
    if images is None:
        return phrase("counted", language, title=title, n=tally["n"])
    return phrase("counted_images", language, title=title, images=images, n=tally["n"])


def _people(
    human: Human,
    fields: Sequence[LabelField],
    language: Language,
    *,
    before: int,
) -> Iterator[Group]:
    """Yield the group of people; the first ``before`` columns stay empty."""
    yield from validator_groups(
        human,
        lambda measure: (
            *[None] * before,
            getattr(human, measure),
            *(
                getattr(human.slices[field.id][choice.id], measure)
                for field in fields
                for choice in field.choices
            ),
        ),
        language,
    )
