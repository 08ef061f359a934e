"""Serializer of a stored response with its released question."""

from collections.abc import Collection
from typing import Any

from curation.api.addresses import organizer_address
from evaluation.api.serializers import SampleSerializer
from evaluation.models import Run
from evaluation.selectors.questions import item_images, released_questions


def sample_context(run: Run, question_ids: Collection[str]) -> dict[str, Any]:
    """Return the context that ``SampleRowSerializer`` needs for these questions."""
    questions = released_questions(run.release, about=question_ids)
    images = item_images(question.item_id for question in questions.values())
    return {"questions": questions, "images": images}


class SampleRowSerializer(SampleSerializer):
    """Stored response with the released question that it answers."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        question = self.context["questions"][instance.question_id]
        slug = self.context["access"].project.slug
        scored = instance.scored[0] if instance.scored else None
        record = instance.record
        images = self.context["images"].get(question.item_id, [])
        return {
            "id": instance.pk,
            "question_id": instance.question_id,
            "item_id": question.item_key,
            "images": [organizer_address(slug, image, "preview") for image in images],
            "stem": question.stem,
            "options": question.options,
            "answer": question.answer,
            "key": question.published.correct_option,
            "labels": question.labels,
            "prompt": record.get("prompt", ""),
            "order": record.get("order", ""),
            "text": record.get("text"),
            "error": (record.get("error") or {}).get("detail", ""),
            "outcome": scored.outcome if scored else "",
            "letter": scored.letter if scored else "",
            "reason": scored.reason if scored else "",
            "rule": scored.rule if scored else "",
            "seconds": record.get("seconds", 0.0),
        }
