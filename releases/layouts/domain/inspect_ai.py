"""``inspect/<split>.jsonl``: samples that inspect_ai reads without a mapping.

These questions have one correct option. Questions of other formats need another solver
and scorer and are in ``inspect/<split>-<format>.jsonl``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.domain.grouping import group_by_key
from releases.content.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_values,
)
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.formats.base import PublishedKey
from subtext_protocol.inline_images import (
    inline_images_in,
    split_at_images,
    with_image_names,
)


def inspect_path(split: str, format_id: str = "") -> str:
    return f"inspect/{split}{format_id and f'-{format_id}'}.jsonl"


def write_inspect(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write the questions whose images are in the folder, in one file per kind."""
    for split in release.filled_splits:
        pairs_by_path = group_by_key(
            (
                inspect_path(
                    split, "" if question.is_single_answer_choice else question.format
                ),
                (item, question),
            )
            for item, question in release.questions_in_split(split)
            if not item.withheld
        )
        for path, pairs in pairs_by_path.items():
            folder.write_json_lines(path, (_sample(*pair, release) for pair in pairs))


def _sample(
    item: FrozenItem, question: FrozenQuestion, release: FrozenRelease
) -> dict[str, Any]:
    return {
        "id": question.id,
        "input": [
            {
                "role": "user",
                "content": list(_content(item, question, release.language)),
            }
        ],
        **(
            {"choices": _named(question.options, release.language)}
            if question.options
            else {}
        ),
        "target": _target(release.published_key_of(item, question)),
        "metadata": {
            "item_id": item.key,
            **dict(field_values(item, release.protocol)),
            "canary": release.canary,
        },
    }


def _target(key: PublishedKey | None) -> str | list[str]:
    """Return the correct answer: a text, or the letters of several options."""
    if key is None:
        return ""
    several = isinstance(key.answer, list)
    return [str(part) for part in key.answer] if several else key.text


def _named(options: Sequence[str], language: str) -> list[str]:
    return [with_image_names(option, language) for option in options]


def _content(
    item: FrozenItem, question: FrozenQuestion, language: str
) -> Iterator[dict[str, str]]:
    """Yield images, then the stem; images placed in the stem follow their names."""
    images = [
        {"type": "image", "image": f"../{image.opaque_path}"} for image in item.images
    ]
    stem = with_image_names(question.stem, language)
    placed = [at for at in inline_images_in(question.stem) if at <= len(images)]
    cut = list(split_at_images(stem, placed, language))
    for number, picture in enumerate(images, start=1):
        if number not in cut:
            yield picture
    for piece in cut:
        yield images[piece - 1] if isinstance(piece, int) else _text(piece)


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
