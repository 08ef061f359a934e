"""Statistics as Markdown, JSON, LaTeX, CSV and SVG."""

from collections.abc import Mapping

from projects.domain.tables import TableFormat
from releases.domain.frozen import FrozenRelease
from releases.domain.plots import crossing_svg
from releases.domain.release_folder import ReleaseFolder
from releases.domain.statistics import statistics_of
from releases.domain.statistics_tables import statistics_text

_FILES: Mapping[str, TableFormat] = {
    "STATISTICS.md": "markdown",
    "statistics/tables.tex": "latex",
    "statistics/tables.csv": "csv",
}


def write_statistics(release: FrozenRelease, folder: ReleaseFolder) -> None:
    statistics = statistics_of(release)
    folder.json("statistics.json", statistics.data())
    for path, table_format in _FILES.items():
        text = statistics_text(statistics, release.title, table_format)
        folder.text(path, text)
    for crossing in statistics.crossings:
        name = f"{crossing.rows_field}-by-{crossing.columns_field}"
        folder.text(f"statistics/{name}.svg", crossing_svg(crossing))
