"""Reading what a release asks."""

from collections import Counter
from typing import Any

from releases.models import FrozenRow, Release


def questions_by_split(release: Release) -> dict[str, int]:
    """How many questions each split of a release has."""
    counts: Counter[str] = Counter()
    for split, payload in FrozenRow.objects.filter(release=release).values_list(
        "split", "payload"
    ):
        counts[split] += len(payload["questions"])
    return dict(counts)


def frozen_questions(release: Release) -> dict[str, dict[str, Any]]:
    """Each question of a release by its id, with its item's key, images and labels."""
    found = {}
    for row in FrozenRow.objects.filter(release=release):
        for question in row.payload["questions"]:
            found[question["id"]] = {
                **question,
                "item_key": row.key,
                "item_id": row.item_id,
                "labels": row.payload["labels"],
            }
    return found


def slice_fields(release: Release) -> list[dict[str, Any]]:
    """The labels that scores on a release are cut by, with their choices."""
    protocol = release.protocol_version.protocol
    return [
        {
            "field": field_id,
            "title": protocol.label(field_id).title,
            "choices": [
                {"id": choice.id, "title": choice.title}
                for choice in protocol.label(field_id).choices
            ],
        }
        for field_id in protocol.evaluation.slices
    ]
