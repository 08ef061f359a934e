"""API of stored responses with their released questions."""

from collections.abc import Collection
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.items.models.items import Item
from curation.images.api.addresses import image_addresses
from evaluation.runs.api.serializers import (
    OUTCOMES,
    SIDES,
    SampleFilterSerializer,
    SampleSerializer,
)
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import item_images, released_questions
from evaluation.runs.selectors.runs import get_run
from evaluation.scores.selectors.outcomes import judged_questions
from evaluation.scores.selectors.samples import SampleFilter, filter_responses
from projects.access.api.base import OrganizerView, page_schema, validate_input
from projects.access.selectors import Access


def sample_context(
    run: Run, question_ids: Collection[str], access: Access
) -> dict[str, Any]:
    """Return the context that ``SampleRowSerializer`` needs for these questions."""
    questions = released_questions(run.release, about=question_ids)
    return {
        "questions": questions,
        **item_context({question.item_id for question in questions.values()}, access),
        "rule": run.result.get("rule", ""),
        "judged": judged_questions(run, question_ids),
    }


def item_context(items: Collection[int], access: Access) -> dict[str, Any]:
    """Return the number of each item and the previews of its images, in order."""
    numbers = Item.objects.filter(pk__in=items).values_list("pk", "number")
    images = item_images(items)
    every = [image for of_item in images.values() for image in of_item]
    addresses = image_addresses(access, every, "preview")
    return {
        "numbers": dict(numbers),
        "images": {
            item: [addresses[image] for image in of_item if image in addresses]
            for item, of_item in images.items()
        },
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


class SampleView(OrganizerView):
    """Stored responses of one run."""

    @extend_schema(
        operation_id="sample_list",
        parameters=[
            OpenApiParameter("outcome", OpenApiTypes.STR, enum=OUTCOMES),
            OpenApiParameter("field", OpenApiTypes.STR),
            OpenApiParameter("choice", OpenApiTypes.STR),
            OpenApiParameter("key", OpenApiTypes.STR, description="Letter of the key."),
            OpenApiParameter(
                "letter", OpenApiTypes.STR, description="Letter that was read."
            ),
            OpenApiParameter(
                "against", OpenApiTypes.INT, description="Another run, with side."
            ),
            OpenApiParameter("side", OpenApiTypes.STR, enum=SIDES),
            OpenApiParameter("cursor", OpenApiTypes.STR),
        ],
        responses=page_schema(SampleSerializer),
    )
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        """List the responses of a run with prompt, text and outcome."""
        run = get_run(self.project, run_id)
        filters = validate_input(SampleFilterSerializer, request.query_params)
        other_id = filters.pop("against", None)
        against = get_run(self.project, other_id) if other_id is not None else None
        rows = filter_responses(run, SampleFilter(against=against, **filters))
        # Only for this page: a release may have 20,000 questions.
        return self.paginate(
            rows,
            SampleRowSerializer,
            ordering="id",
            context=lambda page: sample_context(
                run, [row.question_id for row in page], self.access
            ),
        )
