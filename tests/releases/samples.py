"""Frozen releases made without a database."""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from releases.content.domain.frozen import (
    FrozenImage,
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    item_key,
)
from releases.layouts.domain.folder import write_release
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.support.finished import final_labels, image_bytes


def frozen_image(number: int, *, rights: str = "redistribute") -> FrozenImage:
    sha256 = hashlib.sha256(image_bytes(number)).hexdigest()
    return FrozenImage(
        sha256=sha256,
        original_sha256=hashlib.sha256(sha256.encode()).hexdigest(),
        extension="jpg" if number % 2 else "png",
        width=64,
        height=48,
        source="Drawn",
        licence="CC0-1.0",
        rights=rights,
        address=f"https://example.org/{number}",
    )


def frozen_question(number: int, *, options: int, answer: int = 0) -> FrozenQuestion:
    return FrozenQuestion(
        id=f"q-{number:04d}",
        format="single_choice",
        stem=f"What is implied, {number}?",
        options=tuple(f"Reading {number}.{at}, “quoted”" for at in range(options)),
        answer=answer,
    )


def frozen_item(
    protocol: Protocol,
    number: int,
    *,
    split: str,
    questions: int = 1,
    rights: str = "redistribute",
) -> FrozenItem:
    each = protocol.item.images
    images = tuple(
        frozen_image(number * each + at, rights=rights) for at in range(each)
    )
    said: dict[str, Any] = final_labels(protocol, number)
    return FrozenItem(
        key=item_key(image.sha256 for image in images),
        split=split,
        images=images,
        labels={field: tuple(choices) for field, choices in said["labels"].items()},
        texts=said["texts"],
        sentences=said["sentences"],
        questions=tuple(
            frozen_question(
                10 * number + at,
                options=protocol.questions.options,
                answer=(number + at) % protocol.questions.options,
            )
            for at in range(questions)
        ),
    )


def frozen_release(
    protocol: Protocol, items: Sequence[FrozenItem] | None = None, **changes: Any
) -> FrozenRelease:
    """Twelve items, one to two questions each, in all splits of the protocol."""
    splits = [split.id for split in protocol.release.splits]
    if items is None:
        items = [
            frozen_item(protocol, n, split=splits[n % len(splits)], questions=1 + n % 2)
            for n in range(1, 13)
        ]
    values: dict[str, Any] = {
        "project": "bench",
        "name": "Bench",
        "version": "1.0.0",
        "seed": 7,
        "protocol": protocol,
        "items": tuple(items),
    }
    return FrozenRelease(**{**values, **changes})


@cache
def _drawn() -> dict[str, bytes]:
    pictures = [image_bytes(number) for number in range(60)]
    return {hashlib.sha256(content).hexdigest(): content for content in pictures}


def read_drawn(image: FrozenImage) -> bytes:
    """The bytes of a picture that ``frozen_image`` described."""
    return _drawn()[image.sha256]


def written(release: FrozenRelease, folder: Path) -> str:
    """Write the release into ``folder`` and return its hash."""
    folder.mkdir(parents=True, exist_ok=True)
    return write_release(release, folder, read_image=read_drawn)


def protocol_named(name: str, toy_protocol: Protocol) -> Protocol:
    return toy_protocol if name == "toy" else shipped_protocol(name)
