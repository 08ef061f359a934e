"""What restoring a near-duplicate adds."""

from typing import Any

from django.utils import timezone

from curation.images.models import Image
from curation.near_duplicates.models import PairAnswer, PairDecision, ReleasedDecision


def mark_not_duplicate(image: Image, reason: str) -> dict[str, Any]:
    """Note that a person found no near-duplicate, so that no run says so again."""
    original_id = image.duplicate_of_id
    if original_id is not None:
        left, right = sorted((image.pk, original_id))
        PairDecision.objects.update_or_create(
            left_id=left,
            right_id=right,
            defaults={"answer": PairAnswer.DIFFERENT, "reason": reason},
        )
    image.released_copies.filter(decision=ReleasedDecision.EXCLUDED).update(
        decision=ReleasedDecision.KEPT, reason=reason, decided_at=timezone.now()
    )
    return {"copy_of": original_id}
