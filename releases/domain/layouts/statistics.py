"""Statistics for people and papers: Markdown, JSON, LaTeX, CSV and drawings."""

from releases.domain.frozen import FrozenRelease
from releases.domain.plots import crossing_svg
from releases.domain.statistics import statistics_of
from releases.domain.statistics_tables import statistics_tables, statistics_title
from releases.domain.tables import tables_csv, tables_latex, tables_markdown
from releases.domain.writing import ReleaseFolder


def write_statistics(release: FrozenRelease, folder: ReleaseFolder) -> None:
    statistics = statistics_of(release)
    tables = statistics_tables(statistics)
    folder.json("statistics.json", statistics.data())
    folder.text(
        "STATISTICS.md",
        tables_markdown(statistics_title(statistics, release.title), tables),
    )
    folder.text("statistics/tables.tex", tables_latex(tables))
    folder.text("statistics/tables.csv", tables_csv(tables))
    for crossing in statistics.crossings:
        name = f"{crossing.rows_field}-by-{crossing.columns_field}"
        folder.text(f"statistics/{name}.svg", crossing_svg(crossing))
