import csv
import io

import pytest

from reporting.tables import (
    Group,
    Row,
    Table,
    as_csv,
    as_latex,
    as_markdown,
    text_table,
)

TABLE = Table(
    id="labels-1",
    title="Accuracy by domain_1 & more",
    head="Model",
    columns=("Overall (8)", "Art | 50%"),
    groups=(
        Group(
            "Models",
            (
                Row("a_b", (0.5, 0.25)),
                Row("c", (0.7001, None)),
                Row("d", (0.7, 0.125)),
            ),
            marked=2,
        ),
        Group("Humans", (Row("Human_avg", (0.903, 1.0)),)),
    ),
)


def test_the_best_is_bold_the_second_underlined_and_people_do_not_compete() -> None:
    lines = as_markdown(TABLE).splitlines()
    assert lines[0] == r"| Model | Overall (8) | Art \| 50% |"
    assert r"| a\_b | <u>50.0</u> | **25.0** |" in lines
    # 70.01 and 70.00 print alike, so both are best.
    assert "| c | **70.0** | - |" in lines
    assert "| d | **70.0** | <u>12.5</u> |" in lines
    assert r"| Human\_avg | 90.3 | 100.0 |" in lines


def test_latex_takes_what_means_something_to_it() -> None:
    text = as_latex(TABLE)
    assert r"\caption{Accuracy by domain\_1 \& more}" in text
    assert r"a\_b & \underline{50.0} & \textbf{25.0} \\" in text
    assert r"Art | 50\%" in text
    assert text.count("{") == text.count("}")


def test_csv_is_read_back() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(TABLE, named="group"))))
    assert rows[0] == {
        "group": "Models",
        "Model": "a_b",
        "Overall (8)": "50.0",
        "Art | 50%": "25.0",
    }
    assert rows[1]["Art | 50%"] == ""


def test_counts_have_separators_except_in_csv() -> None:
    rows = [Row("Raw | images", (12345, "50.0%")), Row("Gone", (None, None))]
    table = Table("Funnel", "Stage", ("Left", "Share"), [Group("", rows)], unit="count")
    assert r"| Raw \| images | 12,345 | 50.0% |" in as_markdown(table)
    assert r"Raw | images & 12,345 & 50.0\% \\" in as_latex(table)
    assert as_csv(table) == "Stage,Left,Share\nRaw | images,12345,50.0%\nGone,,\n"


def test_formatted_texts_keep_their_markdown() -> None:
    table = text_table(
        "Rights", ["Licence", "Pictures"], [["CC0 | 1.0", "in `images/`"]]
    )
    assert r"| CC0 \| 1.0 | in `images/` |" in as_markdown(table, formatted=True)
    assert as_csv(table, named="table").startswith("table,Licence,Pictures\nRights,")


def test_columns_of_words_are_aligned_left() -> None:
    rows = [["VFLUTE", "1,024", "7B", "Distilled"], ["IRFL", "1,440", "-", "Curated"]]
    table = text_table("Text › images", ["Dataset", "Items", "Size", "Source"], rows)
    assert r"\caption{Text $\rangle$ images}" in as_latex(table)
    assert "| --- | ---: | ---: | --- |" in as_markdown(table)
    assert r"\begin{tabular}{lrrl}" in as_latex(table)
    assert text_table("Empty", ["Dataset", "Items"], []).text_columns == [False]


@pytest.mark.parametrize(
    ("title", "caption"),
    [
        ("Scores (test)", "Scores (test). A note."),
        ("得分（test）", "得分（test）。A note."),
    ],
)
def test_a_caption_has_the_stop_of_its_language(title: str, caption: str) -> None:
    table = text_table(title, ["Model", "Score"], [["m", "1"]], note="A note.")
    assert rf"\caption{{{caption}}}" in as_latex(table)
