"""An independent count of scores from stored responses and the released key.

It shares no code with the product: answers are read by equality with the key as text, and
counted with pandas. The test writes responses that allow no other reading.
"""

import math
import re
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np
import pandas as pd

from evaluation.marking.models.ratings import RatingMark
from evaluation.runs.models.runs import Run
from releases.records.models import FrozenRow, Release

TRUE_FALSE = {True: "对", False: "错"}


def key_as_text(question: dict[str, Any]) -> str:
    """Return the key as a person would write it."""
    answer = question["answer"]
    if question["format"] == "single_choice":
        return ascii_uppercase[answer]
    if question["format"] == "multiple_choice":
        return "".join(ascii_uppercase[index] for index in answer)
    if question["format"] == "true_false":
        return TRUE_FALSE[answer]
    return str(answer["accepted"][0])


def question_rows(release: Release) -> Iterator[dict[str, Any]]:
    """Yield one record per released question, with its key and its item's labels."""
    rows = FrozenRow.objects.filter(release=release).values("split", "payload")
    for row in rows:
        for question in row["payload"]["questions"]:
            yield {
                "question": question["id"],
                "split": row["split"],
                "format": question["format"],
                "stem": question["stem"],
                "key": key_as_text(question),
                **{f"label {f}": v for f, v in row["payload"]["labels"].items()},
            }


def answers(release: Release) -> pd.DataFrame:
    """Return one record per response, marked right, missed or failed."""
    responses = pd.DataFrame(
        {
            "run": run.pk,
            "model": run.model,
            "setting": run.setting,
            "question": response.question_id,
            "text": response.record.get("text"),
        }
        for run in Run.objects.filter(release=release, origin="imported")
        for response in run.responses.all()
    )
    frame = responses.merge(pd.DataFrame(question_rows(release)), on="question")
    frame["right"] = frame["text"] == frame["key"]
    frame["error"] = frame["text"].isna()
    frame["miss"] = frame["text"] == "I cannot tell."
    return frame


def percent(values: pd.Series, decimals: int = 1) -> str:
    """Return a mean as tables print it; a dash without any value."""
    return f"{100 * values.mean():.{decimals}f}" if len(values) else "-"


def accuracy(frame: pd.DataFrame) -> str:
    """Return the share of right answers; a dash where no question was answered."""
    return percent(frame["right"]) if not frame["error"].all() else "-"


def with_label(frame: pd.DataFrame, field: str, choice: str) -> pd.DataFrame:
    """Return the answers to questions of items that have this label."""
    return frame[frame[f"label {field}"].map(lambda given: choice in given)]


def words(text: str) -> list[str]:
    """Return the words and marks of a text."""
    return re.findall(r"\w+|[^\w\s]", text.lower())


def letters(text: str) -> list[float]:
    """Return a vector of unit length that counts the letters of a text.

    It takes the place of a language model's: the last number lets no vector be zero.
    """
    counts = [*map(text.lower().count, ascii_lowercase), 1]
    return [float(count) for count in np.array(counts) / np.linalg.norm(counts)]


def cosine(first: str, second: str) -> float:
    """Return the cosine of the vectors of two texts."""
    return float(np.dot(letters(first), letters(second)))


def bleu_of_copies(captions: pd.DataFrame) -> float:
    """Return corpus BLEU-4 of captions that copy their reference or share no word with it.

    All phrases of two to four words are then right (Papineni et al. 2002, §2.3).
    """
    lengths = captions.map(lambda text: len(words(text)))
    right = lengths["reference"][captions["text"] == captions["reference"]].sum()
    length = lengths["text"].sum()
    brevity = min(1.0, math.exp(1 - lengths["reference"].sum() / length))
    return float(brevity * (right / length) ** 0.25)


def similarity(captions: pd.DataFrame) -> pd.Series:
    """Return the cosine of each caption and its reference (Reimers and Gurevych 2019)."""
    return pd.Series(map(cosine, captions["text"], captions["reference"]))


def dissimilarity(captions: pd.DataFrame) -> pd.Series:
    """Return ACD: 1 - cosine of the two concepts of a copy, whose BERTScore is 1.

    Texts that are no comparison have 0.
    """

    def of_text(text: str) -> float:
        matched = re.fullmatch(r"(.+) is as .+ as (.+)", text)
        return 1 - cosine(matched[1], matched[2]) if matched else 0.0

    return captions["text"].map(of_text)


def marks_by_rater(release: Release) -> pd.DataFrame:
    """Return one record per mark of a caption: by people, or read from a judge model."""
    payloads = FrozenRow.objects.filter(release=release).values_list("key", "payload")
    labels = {
        key: {f"label {f}": v for f, v in payload["labels"].items()}
        for key, payload in payloads
    }
    records = []
    for mark in RatingMark.objects.select_related("sample__task__run"):
        task = mark.sample.task
        records += [
            {
                "rating": task.rating,
                "model": task.run.model,
                "item": mark.sample.item_key,
                "by_judge": False,
                "scale": scale,
                "mark": value,
            }
            for scale, value in mark.marks.items()
        ]
    for run in Run.objects.filter(release=release, judges__isnull=False):
        rating = release.protocol_version.protocol.evaluation.rating(run.setting)
        records += [
            {
                "rating": run.setting,
                "model": run.judges.model,
                "item": response.question_id,
                "by_judge": True,
                "scale": rating.judge.scale,
                "mark": int(response.record["text"].strip("[]")),
            }
            for response in run.responses.all()
            if response.record["text"].startswith("[")
        ]
    return pd.DataFrame(record | labels[record["item"]] for record in records)


def mean_mark(frame: pd.DataFrame) -> str:
    """Return the mean over items of the mean of their raters; a dash without any."""
    means = frame.groupby("item")["mark"].mean()
    return f"{means.mean():.2f}" if len(means) else "-"


def coefficients(pairs: pd.DataFrame) -> list[str]:
    """Return Pearson's r, Spearman's rho and Kendall's tau of two columns.

    Each has the ends of its 95 % interval behind it (Fisher's z); the second level of the
    index names the items, of which there are fewer than pairs.
    """
    first, second = (pairs[column] for column in pairs)
    n = pairs.index.unique(level=1).size
    pearson, spearman, kendall = (
        float(first.corr(second, method=method))
        for method in ("pearson", "spearman", "kendall")
    )
    figures = []
    for value, variance in (
        (pearson, 1 / (n - 3)),
        (spearman, (1 + spearman**2 / 2) / (n - 3)),
        (kendall, 0.437 / (n - 4)),
    ):
        reach = 1.959964 * math.sqrt(variance)
        ends = [math.tanh(math.atanh(value) + side * reach) for side in (-1, 1)]
        figures += [f"{figure:.2f}" for figure in (value, *ends)]
    return figures
