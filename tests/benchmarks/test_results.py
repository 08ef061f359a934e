"""``--save`` writes tables with what their numbers depend on, and pages link them."""

import csv
import json
from pathlib import Path

import pytest

from benchmarks.results import NUMBERS, Results, benchmark_parser
from config.version import VERSION
from tests.guides.test_pages import LINK

HEAD = ("size", "seconds")
PAGES = sorted(NUMBERS.parent.rglob("*.md"))


def run(*arguments: str) -> Results:
    """Return the results of a benchmark that is started with ``arguments``."""
    parser = benchmark_parser("kettles", "Time to boil.")
    parser.add_argument("--pots", type=Path)
    parser.add_argument("--database", default="postgres://cook:secret@kitchen/pots")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1, 2])
    return Results(parser.parse_args(arguments))


def read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_a_table_is_saved_as_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kettles"
    rows = (HEAD, ("1,000", "0.1 | 0.2"), ("größer", "–"))
    run("--save-in", str(folder)).print_table("boiling", *rows)
    assert read(folder / "boiling.csv") == [list(row) for row in rows]
    assert r"| 1,000 | 0.1 \| 0.2 |" in capsys.readouterr().out


def test_a_saved_table_says_what_its_numbers_depend_on(tmp_path: Path) -> None:
    pots = tmp_path / "pots"
    run("--save-in", str(tmp_path), "--pots", str(pots)).print_table("boiling", HEAD)
    described = json.loads((tmp_path / "runs.json").read_text("utf-8"))["boiling"]
    assert described["subtext"] == VERSION
    assert described["cores"] > 0
    assert described["processor"]
    assert described["load"] >= 0
    assert {"date", "revision", "python"} <= described.keys()


def test_no_path_host_or_password_is_saved(tmp_path: Path) -> None:
    pots = tmp_path / "pots"
    run("--save-in", str(tmp_path), "--pots", str(pots)).print_table("boiling", HEAD)
    saved = (tmp_path / "runs.json").read_text("utf-8")
    assert json.loads(saved)["boiling"]["options"] == {
        "pots": "pots",
        "database": "postgres://…",
        "sizes": [1, 2],
    }


def test_tables_of_other_runs_stay_described(tmp_path: Path) -> None:
    run("--save-in", str(tmp_path)).print_table("boiling", HEAD)
    run("--save-in", str(tmp_path), "--sizes", "3").print_table("cooling", HEAD)
    runs = json.loads((tmp_path / "runs.json").read_text("utf-8"))
    sizes = {table: described["options"]["sizes"] for table, described in runs.items()}
    assert sizes == {"boiling": [1, 2], "cooling": [3]}


def test_without_the_option_nothing_is_saved(tmp_path: Path) -> None:
    run().print_table("boiling", HEAD)
    assert list(tmp_path.iterdir()) == []
    assert not (NUMBERS / "kettles").exists()


def test_every_saved_table_or_its_folder_is_linked_from_a_page() -> None:
    linked = {
        (page.parent / path).resolve()
        for page in PAGES
        for path, _ in LINK.findall(page.read_text("utf-8"))
    }
    tables = sorted(NUMBERS.rglob("*.csv"))
    assert tables
    assert [path for path in tables if not linked & {path, path.parent}] == []


@pytest.mark.parametrize(
    "path",
    sorted(NUMBERS.rglob("*.csv")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_rows_of_a_table_have_equally_many_cells(path: Path) -> None:
    head, *rows = read(path)
    assert rows
    assert {len(row) for row in rows} == {len(head)}
