"""Serializer of a stored caption with the caption that people wrote."""

from collections.abc import Collection
from typing import Any

from evaluation.marking.selectors.error_analyses import reference_field
from evaluation.runs.api.serializers import SampleSerializer
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_items
from evaluation.scores.api.samples import item_context
from projects.access.selectors import Access


def caption_context(
    run: Run, item_keys: Collection[str], access: Access
) -> dict[str, Any]:
    """Return the context that ``CaptionRowSerializer`` needs for these items."""
    items = {item.key: item for item in released_items(run.release, keys=item_keys)}
    return {
        "items": items,
        **item_context({item.item_id for item in items.values()}, access),
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
