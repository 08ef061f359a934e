"""Annotated and reviewed items, inserted as rows.

For tests of later stages; annotation and review have tests of their own.
"""

import hashlib
import io
import random
from collections.abc import Mapping, Sequence
from functools import cache

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture

from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import Question, QuestionRevision
from curation.image_files.domain.limits import DecodingLimits
from curation.images.domain.states import ACCEPTED
from curation.images.models import Image, Rights, Source
from curation.images.services.storage import StoredImage, prepare_image
from review.adjudication.domain.case_states import VALIDATED
from review.adjudication.models import Case
from subtext_protocol.document import Protocol
from subtext_protocol.fields import SlotField
from tests.support.cast import Cast

_WORDS = ("clock", "ladder", "anchor", "candle", "mirror", "bridge", "lantern")


def image_bytes(number: int) -> bytes:
    """Return a small PNG or JPEG of noise that differs by number."""
    rng = random.Random(number)  # noqa: S311 - noise
    pixels = bytes(rng.randrange(256) for _ in range(16 * 12 * 3))
    picture = Picture.frombytes("RGB", (16, 12), pixels).resize((64, 48))
    file = io.BytesIO()
    picture.save(file, "JPEG" if number % 2 else "PNG")
    return file.getvalue()


def stored_images(
    cast: Cast, n: int, *, rights: str = Rights.REDISTRIBUTE, licence: str = "CC0-1.0"
) -> list[Image]:
    """Create ``n`` accepted images with files in the storage."""
    source, _ = Source.objects.get_or_create(
        project=cast.project,
        name=f"Drawn, {rights}",
        licence=licence,
        rights=rights,
        address="https://example.org/drawn",
    )
    first = Image.objects.filter(project=cast.project).count() + 1
    return Image.objects.bulk_create(
        Image(
            project=cast.project,
            source=source,
            status=ACCEPTED,
            original_path=f"drawn/{number:04d}",
            **_store(number)._asdict(),
        )
        for number in range(first, first + n)
    )


def _store(number: int) -> StoredImage:
    """Store the files of an image, which is measured once per process."""
    stored, contents = _measure(number)
    for name, content in contents.items():
        if default_storage.exists(name):
            if default_storage.size(name) == len(content):
                continue
            default_storage.delete(name)
        default_storage.save(name, ContentFile(content))
    return stored


@cache
def _measure(number: int) -> tuple[StoredImage, Mapping[str, bytes]]:
    """Return the values of an image's row, and the contents of its files by name."""
    data = image_bytes(number)
    prepared = prepare_image(
        data, hashlib.sha256(data).hexdigest(), limits=DecodingLimits()
    )
    return prepared.image, prepared.files


def finished_items(
    cast: Cast, n: int, *, rights: str = Rights.REDISTRIBUTE, licence: str = "CC0-1.0"
) -> list[Case]:
    """Create ``n`` validated cases with records, questions and stored images."""
    images_per_item = cast.project.protocol.item.images
    images = iter(
        stored_images(cast, n * images_per_item, rights=rights, licence=licence)
    )
    first = Item.objects.filter(project=cast.project).count() + 1
    protocol_version = cast.project.current_protocol
    assert protocol_version is not None
    items = Item.objects.bulk_create(
        Item(project=cast.project, number=number, protocol_version=protocol_version)
        for number in range(first, first + n)
    )
    ItemImage.objects.bulk_create(
        ItemImage(item=item, image=next(images), position=position)
        for item in items
        for position in range(images_per_item)
    )
    _ask(cast, items)
    return Case.objects.bulk_create(
        Case(
            project=cast.project,
            item=item,
            status=VALIDATED,
            record=final_labels(cast.project.protocol, item.number),
        )
        for item in items
    )


def final_labels(protocol: Protocol, number: int) -> dict[str, object]:
    """Return labels, texts and sentences that differ by item."""
    labels = {}
    for field in protocol.labels:
        at = number % len(field.choices)
        choice_ids = [field.choices[at].id]
        if field.multiple and number % 3 == 0:
            choice_ids.append(field.choices[(at + 1) % len(field.choices)].id)
        labels[field.id] = choice_ids
    return {
        "labels": labels,
        "texts": {
            field.id: f"Explanation {number}: it says more than it shows."
            for field in protocol.texts
        },
        "sentences": {
            field.id: {slot.id: f"{slot.id} {number}" for slot in field.slots}
            for field in protocol.fields
            if isinstance(field, SlotField)
        },
    }


def _ask(cast: Cast, items: Sequence[Item]) -> None:
    """Create one or more questions for each item."""
    rules = cast.project.protocol.questions
    questions = Question.objects.bulk_create(
        Question(item=item, position=position, format="single_choice")
        for item in items
        for position in range(1 + item.number % max(1, rules.maximum))
    )
    QuestionRevision.objects.bulk_create(
        _revision(cast, question, options=rules.options) for question in questions
    )


def _revision(cast: Cast, question: Question, *, options: int) -> QuestionRevision:
    number = question.item.number
    return QuestionRevision(
        question=question,
        number=1,
        stem=f"What does picture {number} imply, asked {question.position + 1}?",
        options=[
            f"Reading {at} of the {_WORDS[(number + at) % len(_WORDS)]}."
            for at in range(options)
        ],
        answer=(number + question.position) % options,
        author=cast.organizer,
    )
