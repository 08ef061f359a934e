"""Tables by setting, in the paper's English and in the benchmark's Chinese.

Typed from CII-Bench, Table 2 (closed-source models), Table 3, Table 9 (MiniCPM, Acc and
Miss), and the headings of Table 1.
"""

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from projects.roles import Role
from releases.records.models import Release
from tests.papers.printed import figures_by_row, printed, runs_by_setting, table_of
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db

N = 765
OUTCOMES = ("Acc", "Error", "Miss")
"""The rows that the paper prints; installed metrics may add others."""
PROMPTS = ("none", "cot", "domain", "emotion", "rhetoric")
TABLE_2 = {
    "GPT-4o": (54.1, 54.9, 55.4, 54.9, 51.9),
    "Claude-3.5-Sonnet": (54.1, 51.6, 56.4, 53.5, 54.9),
    "Qwen-VL-MAX": (56.9, 54.0, 59.1, 59.9, 54.8),
    "Gemini-1.5 Pro": (60.1, 54.1, 59.0, 57.9, 55.6),
    "GLM-4V": (60.9, 48.8, 60.4, 60.6, 58.8),
}
SHOTS = ("none", "1-shot", "2-shot", "3-shot")
TABLE_3 = {
    "Qwen2-VL-7B": (49.6, 44.1, 39.3, 37.5),
    "GPT-4o": (54.1, 51.8, 49.5, 49.1),
    "Claude-3.5-Sonnet": (54.1, 55.4, 55.3, 55.4),
    "InternVL2-40B": (57.9, 53.0, 47.1, 41.9),
    "Gemini-1.5 Pro": (60.1, 57.4, 55.8, 55.4),
}
TABLE_9 = {
    "cot": (35.8, 0.0, 8.1),
    "domain": (41.1, 0.0, 5.9),
    "emotion": (39.0, 0.0, 8.4),
    "none": (40.4, 0.0, 0.4),
    "rhetoric": (34.8, 0.0, 10.4),
}


def test_tables_2_and_3_are_printed_in_both_languages(cii_bench: Release) -> None:
    runs_by_setting(cii_bench, PROMPTS, TABLE_2, N)
    others = {model: row for model, row in TABLE_3.items() if model not in TABLE_2}
    runs_by_setting(cii_bench, SHOTS, others, N)
    again = {model: row[1:] for model, row in TABLE_3.items() if model in TABLE_2}
    runs_by_setting(cii_bench, SHOTS[1:], again, N)
    english = table_of(cii_bench, "prompts", "en")
    assert english.columns == ("None", "CoT", "Domain", "Emotion", "Rhetoric")
    assert english.title.startswith("Accuracy by prompt")
    assert figures_by_row(english) == printed(TABLE_2)
    shots = table_of(cii_bench, "shots", "en")
    assert figures_by_row(shots) == printed(TABLE_3)
    chinese = table_of(cii_bench, "prompts")
    assert chinese.title.startswith("各提示词的准确率")
    assert figures_by_row(chinese) == figures_by_row(english)


def test_the_headings_of_table_1_are_the_paper_s(cii_bench: Release) -> None:
    finished_run(cii_bench, "GLM-4V", accuracy(60.9, N), total=N)
    table = table_of(cii_bench, "labels-1", "en")
    assert [title.partition(" (")[0] for title in table.columns][:6] == [
        "Overall",
        "Life",
        "Art",
        "Society",
        "Politics",
        "Env.",
    ]
    assert not any("一" <= letter <= "鿿" for letter in table.title)


def test_accuracy_error_and_miss_of_table_9(cii_bench: Release) -> None:
    for setting, (correct, error, miss) in TABLE_9.items():
        scores = accuracy(correct, N)
        scores["overall"] |= {"error_rate": error / 100, "miss_rate": miss / 100}
        model = "MiniCPM-Llama3-2.5"
        finished_run(cii_bench, model, scores, setting=setting, total=N)
    table = table_of(cii_bench, "outcomes-1", "en")
    rates = {
        group.title.lower(): tuple(
            float(table.figures(row)[0]) for row in group.rows if row.label in OUTCOMES
        )
        for group in table.groups
    }
    assert rates == TABLE_9


def test_the_published_rule_has_a_table_of_its_own(cii_bench: Release) -> None:
    """Table 9's Acc is read by the paper's rule, which may differ from Subtext's."""
    for setting, (correct, *_) in TABLE_9.items():
        scores = accuracy(correct + 1, N)
        scores["published"] = accuracy(correct, N)["overall"]
        model = "MiniCPM-Llama3-2.5"
        finished_run(cii_bench, model, scores, setting=setting, total=N)
    table = table_of(cii_bench, "published-rule", "en")
    assert "published rule of CII-Bench" in table.title
    titles = [title.lower() for title in table.columns]
    [row] = table.groups[0].rows
    assert dict(zip(titles, table.figures(row), strict=True)) == {
        setting: f"{correct:.1f}" for setting, (correct, *_) in TABLE_9.items()
    }


def test_a_language_is_chosen_by_option(
    cii_bench: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    runs_by_setting(cii_bench, PROMPTS, TABLE_2, N)
    slug = cii_bench.project.slug
    client: APIClient = browser(join(cii_bench.project, Role.ORGANIZER, "reader"))
    address = f"/api/projects/{slug}/evaluation/tables/1.0.0/latex/"
    assert "各提示词的准确率" in client.get(address).content.decode()
    english = client.get(address, {"language": "en"}).content.decode()
    assert "Accuracy by prompt" in english
    assert client.get(address, {"language": "fr"}).status_code == 400
    call_command("evaluation_tables", slug, "1.0.0", format="latex", language="en")
    assert "Accuracy by prompt" in capsys.readouterr().out
