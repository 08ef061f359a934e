"""Serializer of a stored response with its released question."""

from collections.abc import Collection
from typing import Any

from annotation.models import Item
from curation.api.addresses import image_addresses
from evaluation.api.serializers import SampleSerializer
from evaluation.models import Run
from evaluation.selectors.analyses import reference_field
from evaluation.selectors.outcomes import judged_questions
from evaluation.selectors.questions import (
    item_images,
    released_items,
    released_questions,
)
from projects.selectors import Access


def sample_context(
    run: Run, question_ids: Collection[str], access: Access
) -> dict[str, Any]:
    """Return the context that ``SampleRowSerializer`` needs for these questions."""
    questions = released_questions(run.release, about=question_ids)
    items = {question.item_id for question in questions.values()}
    numbers = Item.objects.filter(pk__in=items).values_list("pk", "number")
    return {
        "questions": questions,
        "images": _image_addresses(access, items),
        "numbers": dict(numbers),
        "rule": run.result.get("rule", ""),
        "judged": judged_questions(run, question_ids),
    }


def _image_addresses(access: Access, items: Collection[int]) -> dict[int, list[str]]:
    """Return the previews of each item's images, in order, for the current person."""
    images = item_images(items)
    every = [image for of_item in images.values() for image in of_item]
    addresses = image_addresses(access, every, "preview")
    return {
        item: [addresses[image] for image in of_item if image in addresses]
        for item, of_item in images.items()
    }


def caption_context(
    run: Run, item_keys: Collection[str], access: Access
) -> dict[str, Any]:
    """Return the context that ``CaptionRowSerializer`` needs for these items."""
    items = {item.key: item for item in released_items(run.release, keys=item_keys)}
    ids = {item.item_id for item in items.values()}
    numbers = Item.objects.filter(pk__in=ids).values_list("pk", "number")
    return {
        "items": items,
        "images": _image_addresses(access, ids),
        "numbers": dict(numbers),
        "reference": reference_field(run),
    }


class CaptionRowSerializer(SampleSerializer):
    """Stored caption of an item, beside the caption that people wrote.

    It is shown as a question without a stem whose correct answer is people's caption.
    """

    def to_representation(self, instance: Any) -> dict[str, Any]:
        item = self.context["items"][instance.question_id]
        record = instance.record
        return {
            "id": instance.pk,
            "question_id": instance.question_id,
            "item_id": item.key,
            "item_number": self.context["numbers"][item.item_id],
            "images": self.context["images"].get(item.item_id, []),
            "stem": "",
            "options": [],
            "answer": item.written.get(self.context["reference"], ""),
            "key": item.written.get(self.context["reference"], ""),
            "labels": item.labels,
            "prompt": record.get("prompt", ""),
            "order": "",
            "text": record.get("text"),
            "error": (record.get("error") or {}).get("detail", ""),
            "outcome": "",
            "letter": "",
            "reason": "",
            "rule": "",
            "seconds": record.get("seconds", 0.0),
        }


class SampleRowSerializer(SampleSerializer):
    """Stored response with the released question that it answers."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        question = self.context["questions"][instance.question_id]
        judged = self.context["judged"].get(instance.question_id)
        record = instance.record
        return {
            "id": instance.pk,
            "question_id": instance.question_id,
            "item_id": question.item_key,
            "item_number": self.context["numbers"][question.item_id],
            "images": self.context["images"].get(question.item_id, []),
            "stem": question.stem,
            "options": question.options,
            "answer": question.answer,
            "key": question.published.correct_option,
            "labels": question.labels,
            "prompt": record.get("prompt", ""),
            "order": record.get("order", ""),
            "text": record.get("text"),
            "error": (record.get("error") or {}).get("detail", ""),
            "outcome": judged.outcome if judged else "",
            "letter": judged.letter if judged else "",
            "reason": judged.reason if judged else "",
            "rule": self.context["rule"] if judged else "",
            "seconds": record.get("seconds", 0.0),
        }
