"""The table that compares a release with other datasets (ImageMet, Table 6)."""

from collections.abc import Iterator

from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.released_questions import (
    image_counts,
    questions_by_split,
)
from releases.records.models import FrozenRow, Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.text import in_language


def dataset_tables(release: Release, protocol: Protocol) -> Iterator[Table]:
    """Yield the comparison that the protocol states, with the release's own numbers."""
    comparison = protocol.release.comparison
    if comparison is None:
        return
    language = protocol.language
    numbers = {
        "items": f"{FrozenRow.objects.filter(release=release).count():,}",
        "images": f"{image_counts(release).total:,}",
        "questions": f"{sum(questions_by_split(release).values()):,}",
    }
    own = [value.format_map(numbers) for value in comparison.own]
    yield Table(
        id="datasets",
        title=phrase("datasets", language),
        head=phrase("dataset", language),
        columns=[in_language(title, language) for title in comparison.columns],
        groups=[
            Group(
                "",
                [
                    Row(release.name, own),
                    *(
                        Row(dataset.name, dataset.values)
                        for dataset in comparison.others
                    ),
                ],
            )
        ],
        note=phrase("datasets_from", language, source=comparison.source),
    )
