"""The data card: README.md with the YAML head that the Hugging Face Hub reads."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import yaml

from projects.domain.protocol.text import in_language
from releases.domain.frozen import FrozenRelease
from releases.domain.parquet import layout_of
from releases.domain.statistics import Statistics, markdown_table

_RIGHTS = {
    "redistribute": "bytes are in `images/` and in the parquet files",
    "address_only": "bytes are withheld; hash, address and licence are given",
}


def data_card(
    release: FrozenRelease,
    statistics: Statistics,
    *,
    parquet: Mapping[str, tuple[str, int]],
) -> str:
    """The card. ``parquet`` is each split's file and its size in bytes."""
    head = yaml.safe_dump(
        _head(release, statistics, parquet), allow_unicode=True, sort_keys=False
    )
    parts = [
        f"# {release.name} {release.version}\n",
        in_language(release.protocol.summary, release.language) + "\n",
        release.note + "\n" if release.note else "",
        _contents(release, statistics, list(parquet)),
        _making(release),
        _rights(release),
        _known_limits(release),
        _checking(),
    ]
    if release.protocol.release.citation:
        parts.append("## Citation\n")
        parts.append(f"```\n{release.protocol.release.citation.strip()}\n```\n")
    return f"---\n{head}---\n\n" + "\n".join(part for part in parts if part)


def _head(
    release: FrozenRelease,
    statistics: Statistics,
    parquet: Mapping[str, tuple[str, int]],
) -> dict[str, Any]:
    questions = {split.split: split.questions for split in statistics.splits}
    size = sum(bytes_ for _, bytes_ in parquet.values())
    return {
        "pretty_name": release.name,
        "license": release.protocol.release.licence.lower(),
        "language": [release.language],
        "task_categories": ["visual-question-answering", "multiple-choice"],
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": split, "path": path}
                    for split, (path, _) in parquet.items()
                ],
            }
        ],
        "dataset_info": {
            "features": [column.card for column in layout_of(release).columns],
            "splits": [
                {"name": split, "num_bytes": bytes_, "num_examples": questions[split]}
                for split, (_, bytes_) in parquet.items()
            ],
            "download_size": size,
            "dataset_size": size,
        },
    }


def _contents(release: FrozenRelease, statistics: Statistics, splits: list[str]) -> str:
    rows = [
        [split.split, f"{split.items:,}", f"{split.images:,}", f"{split.questions:,}"]
        for split in statistics.splits
    ]
    layout = layout_of(release)
    pictures = " and ".join(
        f"`{column.name}`" for column in layout.columns if column.kind == "image"
    )
    example = splits[-1] if splits else "test"
    return "\n".join(
        [
            "## What is in it\n",
            markdown_table(["Split", "Items", "Images", "Questions"], rows),
            "All questions of one item are in the same split. "
            f"Splits were drawn with seed {release.seed}.\n",
            "* `data/`: parquet, one row a question, pictures in "
            f"{pictures}\n"
            "* `questions/`: JSON lines, one question a line, labels by id\n"
            "* `nested/`: JSON in II-Bench's layout, one record an item\n"
            "* `images/`: published files, named by their SHA-256\n"
            "* `benchmark.json`: the protocol with labels, prompts and settings\n"
            "* `STATISTICS.md`, `statistics.json`, `LICENSES.csv`\n"
            "* `manifest.json`, `SHA256SUMS`\n",
            "```python",
            "import datasets",
            "",
            f'questions = datasets.load_dataset("PATH/OF/THIS/FOLDER", split="{example}")',
            "```\n",
        ]
    )


def _making(release: FrozenRelease) -> str:
    protocol = release.protocol
    lines = [
        "## How it was made\n",
        f"Each item was annotated by {protocol.annotation.people} "
        "people who did not see each other's work; somebody else decided where they "
        "differed.\n"
        if protocol.annotation.people > 1
        else "Each item was annotated by one person.\n",
    ]
    if protocol.review.rounds:
        lines.append("Validation rounds that the protocol asks for:\n")
    for number, rules in enumerate(protocol.review.rounds, start=1):
        title = in_language(rules.title, release.language)
        asked = (
            f"{rules.people} people answered without the key, {rules.agree} had to "
            "choose it"
            if rules.kind == "answer"
            else f"{len(rules.checklist)} points to check"
        )
        lines.append(f"{number}. {title} ({asked})")
    if protocol.review.rounds:
        lines.append("")
    if release.agreement:
        lines.append(
            markdown_table(
                ["Label", "Same label", "Krippendorff's alpha", "Items"],
                [
                    [
                        one.field,
                        _percent(one.percent),
                        _alpha(one.alpha),
                        str(one.items),
                    ]
                    for one in release.agreement
                ],
            )
        )
    return "\n".join(lines)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _alpha(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _rights(release: FrozenRelease) -> str:
    counts = Counter((i.licence, i.rights) for i in release.images)
    rows = [
        [licence, _RIGHTS.get(rights, rights), str(count)]
        for (licence, rights), count in sorted(counts.items())
    ]
    return "\n".join(
        [
            "## Rights\n",
            f"Annotations: {release.protocol.release.licence}. Each picture has the "
            "licence of its source; `LICENSES.csv` names it with the address.\n",
            markdown_table(["Licence", "Pictures", "Count"], rows),
        ]
    )


def _known_limits(release: FrozenRelease) -> str:
    """What was let pass, and why: the reader has a right to know."""
    if not release.overrides and not release.waivers:
        return ""
    lines = ["## Known limits\n"]
    lines += [
        f"* {override.message} Released all the same: {_one_line(override.reason)}"
        for override in release.overrides
    ]
    lines += [
        "* People who knew an item were asked to validate it: " + _one_line(waiver)
        for waiver in release.waivers
    ]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _checking() -> str:
    return (
        "## Checking it\n\n"
        "`sha256sum -c SHA256SUMS` proves every file. The hash of this release is the "
        "SHA-256 of `manifest.json`; a score should name it.\n"
    )
