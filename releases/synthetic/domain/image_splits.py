"""A synthetic set: generated images with their sentences, in splits of its own.

Source: ImageMet, §3 (2,000 images for training, 177 for validation) and Appendix B
(parts of the training split, and open captions in place of similes).
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.fields import SlotField
from subtext_protocol.synthetic import SyntheticSet

TRAIN, VALIDATION = "train", "validation"


class TooFewImagesError(ValueError):
    """The images that are ``left`` for training are fewer than asked for."""

    def __init__(self, left: int) -> None:
        super().__init__(f"{left} images are left for training")
        self.left = left


@dataclass(frozen=True)
class SyntheticImage:
    """A generated image and what it was generated from."""

    path: str
    """In the exported folder."""
    sha256: str
    licence: str
    source: str
    details: tuple[tuple[str, str], ...]
    """Its ``simile`` and the other columns of its manifest."""

    def get_detail(self, column: str) -> str:
        return dict(self.details).get(column, "")

    @property
    def sentence_group(self) -> str:
        """What images of the same sentence share."""
        return " ".join(self.get_detail("simile").casefold().split()).removesuffix(".")


def split_images(
    images: Iterable[SyntheticImage], rules: SyntheticSet, *, seed: int
) -> dict[str, list[SyntheticImage]]:
    """Draw exactly as many images as the splits ask for, by ``seed``.

    Images of one sentence are never in two splits. Raises TooFewImagesError.
    """
    groups: dict[str, list[SyntheticImage]] = {}
    for image in sorted(images, key=lambda image: image.path):
        groups.setdefault(image.sentence_group, []).append(image)
    order = sorted(
        groups, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest()
    )
    splits: dict[str, list[SyntheticImage]] = {VALIDATION: [], TRAIN: []}
    sizes = {VALIDATION: rules.validation, TRAIN: rules.train}
    for group in order:
        split = VALIDATION if len(splits[VALIDATION]) < sizes[VALIDATION] else TRAIN
        free = sizes[split] - len(splits[split])
        splits[split] += groups[group][:free]
    if len(splits[TRAIN]) < rules.train:
        raise TooFewImagesError(len(splits[TRAIN]))
    return splits


def write_splits(
    splits: Mapping[str, Sequence[SyntheticImage]],
    rules: SyntheticSet,
    form: SlotField,
    folder: ReleaseFolder,
) -> None:
    """Write each split, and the conversations of its parts for fine-tuning."""
    for split, images in splits.items():
        folder.write_json_lines(
            f"data/{split}.jsonl", (_record(image, form) for image in images)
        )
        shares = rules.shares if split == TRAIN else (1,)
        for share in shares:
            part = images[: round(share * len(images))]
            name = f"chat/{split}-{share:.0%}".replace("%", "")
            folder.write_json_lines(
                f"{name}.jsonl", _chats(part, rules.instruction, "simile")
            )
            if part and all(image.get_detail("open_caption") for image in part):
                folder.write_json_lines(
                    f"{name}-open.jsonl",
                    _chats(part, rules.open_instruction, "open_caption"),
                )


def _record(image: SyntheticImage, form: SlotField) -> dict[str, Any]:
    return {
        "image": image.path,
        "sha256": image.sha256,
        "licence": image.licence,
        "source": image.source,
        **dict(image.details),
        **form.split_into_slots(image.get_detail("simile")),
    }


def _chats(
    images: Sequence[SyntheticImage], instruction: str, answer: str
) -> Iterator[dict[str, Any]]:
    """Yield one conversation per image, as TRL and the Hugging Face templates read it."""
    for image in images:
        question = [
            {"type": "image", "image": image.path},
            {"type": "text", "text": instruction},
        ]
        reply = [{"type": "text", "text": image.get_detail(answer)}]
        yield {
            "messages": [
                {"role": "user", "content": question},
                {"role": "assistant", "content": reply},
            ]
        }
