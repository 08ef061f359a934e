"""The data card: README.md with the YAML head that the Hugging Face Hub reads."""

from collections import Counter
from typing import Any

import yaml

from projects.domain.protocol.text import in_language
from releases.domain.commitments import COMMITMENTS
from releases.domain.frozen import FrozenRelease
from releases.domain.layouts.inspect_ai import inspect_path
from releases.domain.layouts.lmms_eval import task_name
from releases.domain.layouts.making import collection, protocol_of_annotation
from releases.domain.layouts.parquet import layout_of, parquet_path
from releases.domain.layouts.vlmevalkit import benchmark_name
from releases.domain.statistics import Statistics, statistics_of
from releases.domain.tables import markdown_table
from releases.domain.writing import ReleaseFolder

_RIGHTS = {
    "redistribute": "bytes are in `images/` and in the parquet files",
    "address_only": "bytes are withheld; hash, address and licence are given",
}


def write_card(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write ``README.md``; the parquet files have to be there."""
    statistics = statistics_of(release)
    head = yaml.safe_dump(
        _head(release, statistics, folder), allow_unicode=True, sort_keys=False
    )
    parts = [
        f"# {release.title}\n",
        in_language(release.protocol.summary, release.language) + "\n",
        release.note + "\n" if release.note else "",
        _contents(release, statistics),
        _reading(release),
        _making(release),
        _rights(release),
        _known_limits(release),
        _checking(release),
    ]
    if release.protocol.release.citation:
        parts.append("## Citation\n")
        parts.append(f"```\n{release.protocol.release.citation.strip()}\n```\n")
    card = "\n".join(part for part in parts if part)
    folder.text("README.md", f"---\n{head}---\n\n{card}")


def _head(
    release: FrozenRelease, statistics: Statistics, folder: ReleaseFolder
) -> dict[str, Any]:
    questions = {split.split: split.questions for split in statistics.splits}
    paths = {split: parquet_path(split) for split in release.filled_splits}
    size = sum(folder.written[path].bytes for path in paths.values())
    return {
        "pretty_name": release.name,
        "license": release.protocol.release.licence.lower(),
        "language": [release.language],
        "task_categories": ["visual-question-answering", "multiple-choice"],
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": split, "path": path} for split, path in paths.items()
                ],
            }
        ],
        "dataset_info": {
            "features": [column.card for column in layout_of(release).columns],
            "splits": [
                {
                    "name": split,
                    "num_bytes": folder.written[path].bytes,
                    "num_examples": questions[split],
                }
                for split, path in paths.items()
            ],
            "download_size": size,
            "dataset_size": size,
        },
    }


def _contents(release: FrozenRelease, statistics: Statistics) -> str:
    rows = [
        [split.split, f"{split.items:,}", f"{split.images:,}", f"{split.questions:,}"]
        for split in statistics.splits
    ]
    pictures = " and ".join(
        f"`{column.name}`"
        for column in layout_of(release).columns
        if column.kind == "image"
    )
    return "\n".join(
        [
            "## What is in it\n",
            markdown_table(["Split", "Items", "Images", "Questions"], rows),
            "All questions of one item are in the same split. "
            f"Splits were drawn with seed {release.seed}.\n",
            *_private(release),
            "* `data/`: parquet, one row a question, pictures in "
            f"{pictures}; `croissant.json` describes it\n"
            "* `questions/`: JSON lines, one question a line, labels by id\n"
            "* `nested/`: JSON in II-Bench's layout, one record an item\n"
            "* `vlmevalkit/`, `lmms_eval/`, `inspect/`: for those tools, see below\n"
            "* `images/`: published files, named by their SHA-256\n"
            "* `benchmark.json`: the protocol with labels, prompts and settings\n"
            "* `STATISTICS.md`, `statistics.json`, `statistics/` (LaTeX, CSV, SVG)\n"
            "* `DATASHEET.md`, `CITATION.cff`, `LICENSES.csv`, `LICENSES/`\n"
            "* `CHANGELOG.md` and, from the second version on, "
            "`diff-from-<previous>.json`\n"
            "* `manifest.json`, `SHA256SUMS`\n",
        ]
    )


def _private(release: FrozenRelease) -> list[str]:
    if not release.private:
        return []
    return [
        f"The keys of {' and '.join(release.private)} are kept private. "
        f"`{COMMITMENTS}` holds a salted commitment to each, so an answers file that is "
        "given out later can be checked.\n"
    ]


def _reading(release: FrozenRelease) -> str:
    """How to read it with tools as they are."""
    settings = release.plain_settings
    if not settings or not release.filled_splits:
        return ""
    split, setting = release.filled_splits[-1], settings[0]
    name = f"{benchmark_name(release.project)}_{setting.id}_{split}"
    return "\n".join(
        [
            "## Reading it\n",
            "With the tools as they are; the commands are started in this folder.\n",
            "```python",
            "import datasets",
            "",
            f'questions = datasets.load_dataset("PATH/OF/THIS/FOLDER", split="{split}")',
            "```\n",
            "```sh",
            f"LMUData=$PWD/vlmevalkit python run.py --data {name} --model MODEL "
            "--judge exact_matching",
            "python -m lmms_eval --include_path lmms_eval --tasks "
            f"{task_name(release, setting, split)} --model MODEL",
            "```\n",
            "```python",
            "from inspect_ai.dataset import json_dataset",
            "",
            f'samples = json_dataset("{inspect_path(split)}")',
            "```\n",
            "The last three leave out questions whose pictures are withheld.\n",
        ]
    )


def _making(release: FrozenRelease) -> str:
    parts = [
        "## How it was made\n",
        collection(release) + "\n",
        protocol_of_annotation(release) + "\n",
    ]
    if release.agreement:
        parts.append(
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
    return "\n".join(parts)


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


def _checking(release: FrozenRelease) -> str:
    return (
        "## Checking it\n\n"
        "`sha256sum -c SHA256SUMS` proves every file. The hash of this release is the "
        "SHA-256 of `manifest.json`; a score should name it.\n\n"
        "This data is for evaluation and should never be trained on. Canary of this "
        f"release: `{release.canary}`\n"
    )
