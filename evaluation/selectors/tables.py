"""The tables of a paper's results section, filled from a release's scores.

They are those of II-Bench, Tables 3 to 11, for whatever settings and labels the protocol
has: accuracy by label, two fields at a time, by way of asking, by number of examples,
and accuracy, error and miss rate of everything. Where there are several kinds of questions,
accuracy by kind too (CMMMU, Table 5); where something is marked by a standard, the means
(CII-Bench, Table 4). What stands on them is in the language of the benchmark.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from evaluation.domain.tables import Group, Row, Table
from evaluation.domain.wording import kind_of_question, said
from evaluation.models import BASELINES, Origin
from evaluation.selectors.caption_tables import caption_tables
from evaluation.selectors.comparison import SplitScores, split_scores
from evaluation.selectors.correlations import correlation_tables
from evaluation.selectors.leaderboard import leaderboard
from evaluation.selectors.questions import slice_fields
from evaluation.selectors.rating_tables import rating_tables
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language
from releases.models import Release

MODELS_IN_A_TABLE = 5
"""Columns of the tables of outcomes (II-Bench, Table 8)."""

CHOICES_IN_A_PAIR = 12
"""A field with more choices than these has a table of its own (CMMMU, Table 4)."""

_RATES = ("accuracy", "error_rate", "miss_rate")

Value = Callable[[dict[str, Any]], float | None]
"""What a column shows of a row of the leaderboard."""


def paper_tables(release: Release) -> list[Table]:
    """Every table for which there are scores, in the order of II-Bench."""
    board = leaderboard(release)
    protocol = release.protocol_version.protocol
    in_words = [
        *caption_tables(release),
        *rating_tables(release),
        *correlation_tables(release),
    ]
    if not board["rows"]:
        return in_words
    settings = protocol.evaluation.settings
    plain = settings[0]
    labels = list(_by_labels(release, board, plain))
    plainly_asked = [s for s in settings if not s.shots]
    few_shot = [plain, *(s for s in settings if s.shots)]
    tables = [
        *labels[:1],
        _by_setting(board, "prompts", plainly_asked, protocol),
        _by_setting(board, "shots", few_shot, protocol),
        *labels[1:],
        _by_format(board, plain, protocol),
        _by_fixed_question(board, protocol),
        *in_words,
        *_outcomes(board, protocol),
    ]
    return [table for table in tables if table is not None]


def _by_labels(
    release: Release, board: dict[str, Any], plain: Setting
) -> Iterator[Table]:
    """Accuracy overall and by two fields of labels in each table, people included."""
    language = release.protocol_version.protocol.language
    fields = slice_fields(release)
    for first, shown in enumerate(_pairs(fields)):
        titles = [in_language(field["title"], language) for field in shown]
        columns: list[tuple[str, Value]] = []
        other_splits = split_scores(release, plain.id) if first == 0 else []
        if first == 0:
            columns.append((said("overall", language), _overall(plain.id)))
        for field in shown:
            for choice in field["choices"]:
                title = in_language(choice["title"], language)
                columns.append((title, _slice(plain.id, field["field"], choice["id"])))
        counted = _with_counts(
            board["rows"], columns, plain.id, shown, first == 0, language
        )
        rows = [row for row in board["rows"] if plain.id in row["cells"]]
        if not rows:
            return
        yield Table(
            id=f"labels-{first + 1}",
            title=said(
                "labels",
                language,
                fields=said("and", language).join(titles),
                setting=_title(plain, language),
            ),
            head=said("model", language),
            columns=(
                *(_split_title(one, language) for one in other_splits),
                *counted,
            ),
            groups=(
                *_groups(
                    rows,
                    [*map(_on_split, other_splits), *(value for _, value in columns)],
                    language,
                ),
                *_people(
                    board["human"],
                    shown,
                    language,
                    with_overall=first == 0,
                    before=len(other_splits),
                ),
            ),
        )


def _split_title(scores: SplitScores, language: Language) -> str:
    title = said("overall_of", language, split=scores.split)
    return said("counted", language, title=title, n=scores.questions)


def _on_split(scores: SplitScores) -> Value:
    return lambda row: scores.accuracies.get(
        (row["model"], row["backend"], row["revision"])
    )


def _pairs(fields: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Two fields a table; one with many choices has a table to itself."""
    pair: list[dict[str, Any]] = []
    for field in fields:
        many = len(field["choices"]) > CHOICES_IN_A_PAIR
        if pair and (many or len(pair) == 2):
            yield pair
            pair = []
        pair.append(field)
        if many:
            yield pair
            pair = []
    if pair:
        yield pair


def _by_format(
    board: dict[str, Any], plain: Setting, protocol: Protocol
) -> Table | None:
    """Accuracy by kind of question; None where there is one kind only."""
    rows = [
        row
        for row in board["rows"]
        if plain.id in row["cells"] and row["cells"][plain.id]["formats"]
    ]
    if not rows:
        return None
    counted = rows[0]["cells"][plain.id]["formats"]
    asked = [one for one in protocol.questions.formats if counted[one]["n"]]
    language = protocol.language

    def title(name: str, n: int) -> str:
        return said("counted", language, title=name, n=n)

    titles = [
        title(kind_of_question(one, language), counted[one]["n"]) for one in asked
    ]
    every = rows[0]["cells"][plain.id]["overall"]["n"]
    return Table(
        id="formats",
        title=said("formats", language, setting=_title(plain, language)),
        head=said("model", language),
        columns=(*titles, title(said("overall", language), every)),
        groups=tuple(
            _groups(
                rows,
                [*(_format(plain.id, one) for one in asked), _overall(plain.id)],
                language,
            )
        ),
    )


def _with_counts(
    rows: Sequence[dict[str, Any]],
    columns: Sequence[tuple[str, Value]],
    plain: str,
    fields: Sequence[dict[str, Any]],
    with_overall: bool,
    language: Language,
) -> Iterator[str]:
    """Titles with the number of questions behind them, as in "Life (585)"."""
    cell = next((r["cells"][plain] for r in rows if plain in r["cells"]), None)
    tallies = [cell["overall"]] if cell and with_overall else []
    for field in fields:
        for choice in field["choices"]:
            slices = cell["slices"].get(field["field"], {}) if cell else {}
            tallies.append(slices.get(choice["id"]))
    for (title, _), tally in zip(columns, tallies, strict=False):
        yield said("counted", language, title=title, n=tally["n"]) if tally else title


def _by_setting(
    board: dict[str, Any],
    table_id: str,
    settings: Sequence[Setting],
    protocol: Protocol,
) -> Table | None:
    """Accuracy in each setting; only rows that have one beyond the plain setting."""
    asked = [
        setting
        for setting in settings
        if any(setting.id in row["cells"] for row in board["rows"])
    ]
    rows = [
        row
        for row in board["rows"]
        if any(setting.id in row["cells"] for setting in settings[1:])
    ]
    if not rows or len(asked) < 2:
        return None
    return Table(
        id=table_id,
        title=said(table_id, protocol.language),
        head=said("model", protocol.language),
        columns=tuple(_title(setting, protocol.language) for setting in asked),
        groups=tuple(
            _groups(
                rows, [_overall(setting.id) for setting in asked], protocol.language
            )
        ),
    )


def _by_fixed_question(board: dict[str, Any], protocol: Protocol) -> Table | None:
    """Accuracy on each fixed question in each setting (ImageMet, Table 3)."""
    language = protocol.language
    fixed = [one.id for one in protocol.questions.fixed]
    values = [
        (setting, [_fixed(setting.id, one) for one in fixed])
        for setting in protocol.evaluation.settings
    ]
    groups = [
        Group(
            said(
                "in_setting",
                language,
                group=group.title,
                setting=_title(setting, language),
            ),
            group.rows,
            group.ranked,
        )
        for setting, shown in values
        for group in _groups(
            [row for row in board["rows"] if _has_fixed(row, setting.id)],
            shown,
            language,
        )
    ]
    if not groups:
        return None
    human = board["human"]
    if human["answers"]:
        groups.append(
            Group(
                said("humans", language),
                tuple(
                    Row(
                        said(label, language),
                        tuple(getattr(human["fixed"][one], part) for one in fixed),
                    )
                    for label, part in (("human_avg", "mean"), ("human_best", "best"))
                ),
            )
        )
    return Table(
        id="fixed-questions",
        title=said("fixed", language),
        head=said("model", language),
        columns=tuple(one.replace("_", " ").capitalize() for one in fixed),
        groups=tuple(groups),
    )


def _has_fixed(row: dict[str, Any], setting: str) -> bool:
    return bool(row["cells"].get(setting, {}).get("fixed"))


def _fixed(setting: str, question: str) -> Value:
    def value(row: dict[str, Any]) -> float | None:
        tally = row["cells"][setting]["fixed"].get(question)
        return tally["accuracy"] if tally else None

    return value


def _outcomes(board: dict[str, Any], protocol: Protocol) -> Iterator[Table]:
    """Accuracy, error and miss rate by setting; a few models a table."""
    rows = [row for row in board["rows"] if not _is_baseline(row)] or board["rows"]
    parts = range(0, len(rows), MODELS_IN_A_TABLE)
    for number, first in enumerate(parts, start=1):
        shown = rows[first : first + MODELS_IN_A_TABLE]
        yield Table(
            id=f"outcomes-{number}",
            title=said("outcomes", protocol.language, number=number, parts=len(parts)),
            head=said("rate", protocol.language),
            columns=tuple(row["model"] for row in shown),
            groups=tuple(
                Group(
                    _title(setting, protocol.language),
                    tuple(
                        Row(
                            said(rate, protocol.language),
                            tuple(_rate(row, setting.id, rate) for row in shown),
                        )
                        for rate in _RATES
                    ),
                )
                for setting in protocol.evaluation.settings
                if any(setting.id in row["cells"] for row in shown)
            ),
        )


def _groups(
    rows: Sequence[dict[str, Any]], values: Sequence[Value], language: Language
) -> Iterator[Group]:
    baselines = [row for row in rows if _is_baseline(row)]
    people = [row for row in rows if row["origin"] == Origin.PEOPLE]
    models = [row for row in rows if row not in baselines and row not in people]
    for title, chosen in (
        ("models", models),
        ("baselines", baselines),
        ("imported_people", people),
    ):
        if chosen:
            yield Group(
                said(title, language), _rows(chosen, values), ranked=chosen is models
            )


def _rows(rows: Iterable[dict[str, Any]], values: Sequence[Value]) -> tuple[Row, ...]:
    return tuple(Row(_name(row), tuple(value(row) for value in values)) for row in rows)


def _people(
    human: dict[str, Any],
    fields: Sequence[dict[str, Any]],
    language: Language,
    *,
    with_overall: bool,
    before: int,
) -> Iterator[Group]:
    """``before`` columns stand before those that people are measured in."""
    if not human["answers"]:
        return

    def row(label: str, measure: str) -> Row:
        overall = [human[measure]] if with_overall else []
        by_label = [
            getattr(human["slices"][field["field"]][choice["id"]], measure)
            for field in fields
            for choice in field["choices"]
        ]
        return Row(label, (*[None] * before, *overall, *by_label))

    average, best = (said(one, language) for one in ("human_avg", "human_best"))
    yield Group(said("humans", language), (row(average, "mean"), row(best, "best")))


def _overall(setting: str) -> Value:
    return lambda row: _rate(row, setting, "accuracy")


def _slice(setting: str, field: str, choice: str) -> Value:
    def value(row: dict[str, Any]) -> float | None:
        tally = row["cells"][setting]["slices"].get(field, {}).get(choice)
        return tally["accuracy"] if tally else None

    return value


def _format(setting: str, format_id: str) -> Value:
    def value(row: dict[str, Any]) -> float | None:
        accuracy: float | None = row["cells"][setting]["formats"][format_id]["accuracy"]
        return accuracy

    return value


def _rate(row: dict[str, Any], setting: str, rate: str) -> float | None:
    cell = row["cells"].get(setting)
    if cell is None or not cell["overall"]:
        return None
    value: float | None = cell["overall"][rate]
    return value


def _name(row: dict[str, Any]) -> str:
    return f"{row['model']} ({row['revision']})" if row["revision"] else row["model"]


def _is_baseline(row: dict[str, Any]) -> bool:
    return row["backend"] in BASELINES


def _title(setting: Setting, language: str) -> str:
    return in_language(setting.title, language)
