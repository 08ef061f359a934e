import csv
import io

from evaluation.domain.tables import Group, Row, Table, rendered

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
            ranked=True,
        ),
        Group("Humans", (Row("Human_avg", (0.903, 1.0)),)),
    ),
)


def test_the_best_is_bold_the_second_underlined_and_people_do_not_compete() -> None:
    lines = rendered(TABLE, "md").splitlines()
    assert lines[2] == r"| Model | Overall (8) | Art \| 50% |"
    assert r"| a\_b | <u>50.0</u> | **25.0** |" in lines
    # 70.01 and 70.00 print alike, so both are best.
    assert "| c | **70.0** | - |" in lines
    assert "| d | **70.0** | <u>12.5</u> |" in lines
    assert r"| Human\_avg | 90.3 | 100.0 |" in lines


def test_latex_takes_what_means_something_to_it() -> None:
    text = rendered(TABLE, "tex")
    assert r"\caption{Accuracy by domain\_1 \& more}" in text
    assert r"a\_b & \underline{50.0} & \textbf{25.0} \\" in text
    assert r"Art | 50\%" in text
    assert text.count("{") == text.count("}")


def test_csv_is_read_back() -> None:
    rows = list(csv.DictReader(io.StringIO(rendered(TABLE, "csv"))))
    assert rows[0] == {
        "group": "Models",
        "Model": "a_b",
        "Overall (8)": "50.0",
        "Art | 50%": "25.0",
    }
    assert rows[1]["Art | 50%"] == ""
