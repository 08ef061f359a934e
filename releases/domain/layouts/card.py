"""The data card: README.md with the YAML head that the Hugging Face Hub reads."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import yaml

from projects.domain.protocol.text import in_language
from projects.domain.tables import as_markdown, text_table
from releases.domain.commitments import COMMITMENTS
from releases.domain.frozen import FrozenRelease
from releases.domain.layouts.inspect_ai import inspect_path
from releases.domain.layouts.lmms_eval import task_name
from releases.domain.layouts.methodology import collection, protocol_of_annotation
from releases.domain.layouts.parquet import layout_of, parquet_path
from releases.domain.layouts.vlmevalkit import benchmark_name
from releases.domain.layouts.wording import said
from releases.domain.release_folder import ReleaseFolder
from releases.domain.statistics import Statistics, statistics_of

_RIGHTS = frozenset({"redistribute", "address_only"})


def write_card(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write ``README.md`` in the benchmark's language, after the parquet files."""
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
        parts.append(_title(release, "citation"))
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
    pictures = _say(release, "and").join(
        f"`{column.name}`"
        for column in layout_of(release).columns
        if column.kind == "image"
    )
    heads = ("split", "items", "images", "questions")
    return "\n".join(
        [
            _title(release, "contents"),
            _table([_say(release, head) for head in heads], rows),
            _say(release, "seed", seed=release.seed) + "\n",
            *_private(release),
            *_beyond_letters(release),
            _say(release, "files", pictures=pictures),
        ]
    )


def _say(release: FrozenRelease, sentence: str, **values: object) -> str:
    return said(sentence, release.language, **values)


def _title(release: FrozenRelease, sentence: str) -> str:
    return f"## {_say(release, sentence)}\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return as_markdown(text_table("", head, rows), formatted=True)


def _private(release: FrozenRelease) -> list[str]:
    if not release.private:
        return []
    splits = _say(release, "and").join(release.private)
    return [_say(release, "private", splits=splits, file=COMMITMENTS)]


def _beyond_letters(release: FrozenRelease) -> list[str]:
    """Return the note about questions that single-choice layouts leave out."""
    if not release.unlettered:
        return []
    counts = Counter(q.format for item in release.items for q in item.questions)
    kinds = ", ".join(f"{counts[one]:,} {one}" for one in release.formats)
    left, everything = f"{release.unlettered:,}", f"{sum(counts.values()):,}"
    values = {"kinds": kinds, "left": left, "all": everything}
    return [_say(release, "unlettered", **values)]


def _reading(release: FrozenRelease) -> str:
    """Return the section on reading the release with unmodified tools."""
    settings = release.plain_settings
    if not settings or not release.lettered_splits:
        return ""
    split, setting = release.lettered_splits[-1], settings[0]
    name = f"{benchmark_name(release.project)}_{setting.id}_{split}"
    return "\n".join(
        [
            _title(release, "reading"),
            _say(release, "tools"),
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
            _say(release, "withheld"),
        ]
    )


def _making(release: FrozenRelease) -> str:
    parts = [
        _title(release, "making"),
        collection(release, release.language) + "\n",
        protocol_of_annotation(release, release.language) + "\n",
    ]
    if release.agreement:
        parts.append(
            _table(
                [_say(release, head) for head in ("label", "same", "alpha", "items")],
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
        [licence, _say(release, rights) if rights in _RIGHTS else rights, str(count)]
        for (licence, rights), count in sorted(counts.items())
    ]
    return "\n".join(
        [
            _title(release, "rights"),
            _say(release, "licences", licence=release.protocol.release.licence),
            _table(
                [_say(release, head) for head in ("licence", "pictures", "count")], rows
            ),
        ]
    )


def _known_limits(release: FrozenRelease) -> str:
    """Return the section on overridden checks and waivers, with their reasons."""
    if not (release.overrides or release.waivers or release.decided_alone):
        return ""
    lines = [_title(release, "limits")]
    lines += [
        _say(
            release,
            "override",
            message=override.message,
            reason=_one_line(override.reason),
        )
        for override in release.overrides
    ]
    lines += [
        _say(release, "waiver", reason=_one_line(waiver)) for waiver in release.waivers
    ]
    lines += [
        _say(release, "alone_decided", reason=_one_line(reason))
        for reason in release.decided_alone
    ]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _checking(release: FrozenRelease) -> str:
    proof = _say(release, "proof", canary=release.canary)
    return f"{_title(release, 'checking')}\n{proof}"
