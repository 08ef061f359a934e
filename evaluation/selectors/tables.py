"""Tables of a paper's results section, filled with the scores of a release.

The tables follow II-Bench, Tables 3 to 11, for the settings and labels of the protocol:
accuracy by label (two fields a table), by prompt setting and by number of shots, and
accuracy, error rate and miss rate of all models. With several question formats there is
a table by format (CMMMU, Table 5); with rubric ratings, one of means (CII-Bench, Table
4). Titles are in the language of the benchmark.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from evaluation.domain.wording import kind_of_question, said
from evaluation.selectors.board_rows import (
    groups_of,
    is_baseline,
    rate_of,
    title_of,
)
from evaluation.selectors.caption_tables import caption_tables
from evaluation.selectors.correlations import correlation_tables
from evaluation.selectors.generated_images import candidate_tables
from evaluation.selectors.label_tables import label_tables
from evaluation.selectors.leaderboard import leaderboard
from evaluation.selectors.rating_tables import rating_tables
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import in_language
from projects.domain.tables import (
    Group,
    Row,
    Table,
    as_csv,
    as_latex,
    as_markdown,
    escape_markdown,
)
from releases.models import Release

MODELS_IN_A_TABLE = 5
"""Columns of an outcome table (II-Bench, Table 8)."""

_RATES = ("accuracy", "error_rate", "miss_rate")

Format = Literal["md", "tex", "csv"]
FORMATS: tuple[Format, ...] = ("md", "tex", "csv")


def rendered(table: Table, file_format: Format) -> str:
    """Return the table as the text of a file."""
    if file_format == "md":
        return f"**{escape_markdown(table.title)}**\n\n{as_markdown(table)}"
    return as_latex(table) if file_format == "tex" else as_csv(table, named="group")


def paper_tables(release: Release) -> list[Table]:
    """Return every table that has scores, in the order of II-Bench."""
    board = leaderboard(release)
    protocol = release.protocol_version.protocol
    in_words = [
        *caption_tables(release),
        *rating_tables(release),
        *candidate_tables(release.project, protocol),
        *correlation_tables(release),
    ]
    if not board["rows"]:
        return in_words
    settings = protocol.evaluation.settings
    plain = settings[0]
    labels = list(label_tables(release, board, plain))
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


def _by_format(
    board: dict[str, Any], plain: Setting, protocol: Protocol
) -> Table | None:
    """Return accuracy by question format; None where there is only one format."""
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
        title=said("formats", language, setting=title_of(plain, language)),
        head=said("model", language),
        columns=(*titles, title(said("overall", language), every)),
        groups=tuple(
            groups_of(
                rows,
                [
                    *(rate_of(plain.id, "formats", one) for one in asked),
                    rate_of(plain.id, "overall"),
                ],
                language,
            )
        ),
    )


def _by_setting(
    board: dict[str, Any],
    table_id: str,
    settings: Sequence[Setting],
    protocol: Protocol,
) -> Table | None:
    """Return accuracy by setting, for rows with a setting beyond the first.

    Return None where there are fewer than two settings or no such rows.
    """
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
        columns=tuple(title_of(setting, protocol.language) for setting in asked),
        groups=tuple(
            groups_of(
                rows,
                [rate_of(setting.id, "overall") for setting in asked],
                protocol.language,
            )
        ),
    )


def _by_fixed_question(board: dict[str, Any], protocol: Protocol) -> Table | None:
    """Return accuracy on each fixed question by setting (ImageMet, Table 3)."""
    language = protocol.language
    fixed = [one.id for one in protocol.questions.fixed]
    values = [
        (setting, [rate_of(setting.id, "fixed", one) for one in fixed])
        for setting in protocol.evaluation.settings
    ]
    groups = [
        Group(
            said(
                "in_setting",
                language,
                group=group.title,
                setting=title_of(setting, language),
            ),
            group.rows,
            group.ranked,
        )
        for setting, shown in values
        for group in groups_of(
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
        columns=tuple(
            in_language(one.title, language)
            if one.title
            else one.id.replace("_", " ").capitalize()
            for one in protocol.questions.fixed
        ),
        groups=tuple(groups),
    )


def _has_fixed(row: dict[str, Any], setting: str) -> bool:
    return bool(row["cells"].get(setting, {}).get("fixed"))


def _outcomes(board: dict[str, Any], protocol: Protocol) -> Iterator[Table]:
    """Yield tables of accuracy, error rate and miss rate by setting.

    Each has at most ``MODELS_IN_A_TABLE`` models.
    """
    rows = [row for row in board["rows"] if not is_baseline(row)] or board["rows"]
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
                    title_of(setting, protocol.language),
                    tuple(
                        Row(
                            said(rate, protocol.language),
                            tuple(
                                rate_of(setting.id, "overall", rate=rate)(row)
                                for row in shown
                            ),
                        )
                        for rate in _RATES
                    ),
                )
                for setting in protocol.evaluation.settings
                if any(setting.id in row["cells"] for row in shown)
            ),
        )
