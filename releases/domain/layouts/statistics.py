"""Statistics as Markdown, JSON, LaTeX, CSV and SVG."""

from releases.domain.frozen import FrozenRelease
from releases.domain.plots import crossing_svg
from releases.domain.release_folder import ReleaseFolder
from releases.domain.statistics import statistics_of
from releases.domain.statistics_tables import (
    statistics_csv,
    statistics_latex,
    statistics_markdown,
)


def write_statistics(release: FrozenRelease, folder: ReleaseFolder) -> None:
    statistics = statistics_of(release)
    folder.json("statistics.json", statistics.data())
    folder.text("STATISTICS.md", statistics_markdown(statistics, release.title))
    folder.text("statistics/tables.tex", statistics_latex(statistics))
    folder.text("statistics/tables.csv", statistics_csv(statistics))
    for crossing in statistics.crossings:
        name = f"{crossing.rows_field}-by-{crossing.columns_field}"
        folder.text(f"statistics/{name}.svg", crossing_svg(crossing))
