"""Statistics as Markdown, JSON, LaTeX, CSV and SVG."""

from collections.abc import Mapping

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.statistics import compute_statistics
from releases.content.domain.statistics_tables import statistics_text
from releases.layouts.domain.plots import crossing_svg
from releases.layouts.domain.release_folder import ReleaseFolder
from reporting.tables import TableFormat

_FILES: Mapping[str, TableFormat] = {
    "STATISTICS.md": "markdown",
    "statistics/tables.tex": "latex",
    "statistics/tables.csv": "csv",
}


def write_statistics(release: FrozenRelease, folder: ReleaseFolder) -> None:
    statistics = compute_statistics(release)
    folder.write_json("statistics.json", statistics.data())
    for path, table_format in _FILES.items():
        text = statistics_text(statistics, release.title, table_format)
        folder.write_text(path, text)
    for crossing in statistics.crossings:
        name = f"{crossing.rows_field}-by-{crossing.columns_field}"
        folder.write_text(f"statistics/{name}.svg", crossing_svg(crossing))
