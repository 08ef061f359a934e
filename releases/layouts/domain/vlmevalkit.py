"""``vlmevalkit/<Name>_<setting>_<split>.tsv``: tables to copy into ``$LMUData``.

VLMEvalKit words the prompt itself. It distinguishes only whether a question has images
and which hint precedes it, so each such setting of the protocol has one table. Few-shot
settings and other wordings have none. Its multiple-choice tables hold one correct
option, so questions of other formats are left out.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from core.domain.texts import _
from releases.content.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_titles,
)
from releases.layouts.domain.release_folder import BuildError, ReleaseFolder
from subtext_protocol.inline_images import with_image_names
from subtext_protocol.publication import Setting

READ_AS_NOTHING = frozenset(
    [
        "#N/A",
        "#N/A N/A",
        "#NA",
        "-1.#IND",
        "-1.#QNAN",
        "-NaN",
        "-nan",
        "1.#IND",
        "1.#QNAN",
        "<NA>",
        "N/A",
        "NA",
        "NULL",
        "NaN",
        "None",
        "n/a",
        "nan",
        "null",
        "",
    ]
)
"""Texts that pandas reads as a missing value; VLMEvalKit drops such options."""

_SPECIAL = re.compile(
    "mmbench|ccbench|circular|mmcr|mmmu|openended|video|mmt|mmsci|mmvp|blink|lego|"
    "wemath",
    re.IGNORECASE,
)
"""Parts of names for which VLMEvalKit prompts or scores differently."""


def benchmark_name(slug: str) -> str:
    """Return a file name that VLMEvalKit does not take for another benchmark."""
    name = re.sub(r"\W+", "_", slug).strip("_")
    return _SPECIAL.sub(lambda match: "_".join(match[0]), name)


def distinguishable_settings(settings: Sequence[Setting]) -> list[Setting]:
    """Return the settings that VLMEvalKit can distinguish, the first of each kind."""
    kinds: dict[tuple[bool, str | None], Setting] = {}
    for setting in settings:
        kinds.setdefault((setting.images, setting.keywords), setting)
    return list(kinds.values())


def write_vlmevalkit(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write the tables. Raises BuildError naming an item with unusable texts."""
    name = benchmark_name(release.project)
    for split in release.filled_splits:
        pairs = [
            (item, question)
            for item, question in release.questions_in_split(split)
            if not item.withheld and question.is_single_answer_choice
        ]
        if not pairs:
            continue
        for setting in distinguishable_settings(release.plain_settings):
            path = f"vlmevalkit/{name}_{setting.id}_{split}.tsv"
            with folder.open_text(path) as file:
                for row in _table(release, setting, pairs, folder):
                    file.write("\t".join(map(_cell, row)) + "\n")


def _table(
    release: FrozenRelease,
    setting: Setting,
    pairs: Sequence[tuple[FrozenItem, FrozenQuestion]],
    folder: ReleaseFolder,
) -> Iterator[list[str]]:
    letters = ascii_uppercase[: max(len(question.options) for _, question in pairs)]
    private = pairs[0][0].split in release.private
    slices = release.protocol.evaluation.slices[:2]
    categories = ("category", "l2-category")[: len(slices)]
    yield [
        "index",
        "id",
        *(["image"] if setting.images else []),
        *(["hint"] if setting.keywords else []),
        "question",
        *letters,
        *([] if private else ["answer"]),
        *categories,
        "split",
        "item_id",
        "canary",
    ]
    first: dict[str, int] = {}
    for index, (item, question) in enumerate(pairs, start=1):
        first_index = first.setdefault(item.key, index)
        images = _images(item, folder) if first_index == index else str(first_index)
        texts = [with_image_names(text, release.language) for text in question.options]
        options = [*texts, *[""] * (len(letters) - len(question.options))]
        hint = _hint(release, setting, item)
        _refuse_lost(item, question)
        yield [
            str(index),
            question.id,
            *([images] if setting.images else []),
            *([hint] if setting.keywords else []),
            with_image_names(question.stem, release.language),
            *options,
            *([] if private else [question.key(release.language).text]),
            *(
                "; ".join(field_titles(item, field, release.protocol))
                for field in slices
            ),
            item.split,
            item.key,
            release.canary,
        ]


def _cell(text: str) -> str:
    """Quote a cell like the csv module, which is slow for cells of a megabyte."""
    if "\t" in text or '"' in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def _images(item: FrozenItem, folder: ReleaseFolder) -> str:
    encoded = [
        base64.b64encode(folder.read(image.opaque_path)).decode("ascii")
        for image in item.images
    ]
    return encoded[0] if len(encoded) == 1 else str(encoded)


def _hint(release: FrozenRelease, setting: Setting, item: FrozenItem) -> str:
    if setting.keywords is None:
        return ""
    titles = field_titles(item, setting.keywords, release.protocol)
    return release.protocol.evaluation.keyword_separator.join(titles)


def text_lost_in_tables(question: FrozenQuestion) -> str | None:
    """Return a text of the question that table readers lose, or None."""
    for text in (question.stem, *question.options):
        if text.strip() in READ_AS_NOTHING:
            return text
    return None


def _refuse_lost(item: FrozenItem, question: FrozenQuestion) -> None:
    text = text_lost_in_tables(question)
    if text is not None:
        raise BuildError(
            _(
                "item {key}, question {id}: {text!r} reads as an empty value "
                "in tools that read tables. Use other words.",
                key=item.key,
                id=question.id,
                text=text,
            )
        )
