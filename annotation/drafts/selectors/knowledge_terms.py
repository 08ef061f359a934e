"""Knowledge terms of questions, where the protocol has text fields of terms."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import OuterRef, Subquery

from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.records.domain.text_similarity import fold_for_comparison
from subtext_protocol.document import Protocol
from subtext_protocol.fields import find_terms


def term_counts_in_other_items(slot: Slot) -> dict[str, Counter[str]]:
    """Return, by field, the number of questions about each term in other items.

    Terms are folded. Annotations of the slot's own item are left out, so that they
    reveal nothing to its other annotators. Empty where no field names terms.
    """
    protocol = slot.project.protocol
    if not any(field.terms for field in protocol.texts):
        return {}
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    other_annotations = Annotation.objects.filter(
        slot__project=slot.project_id,
        slot__purpose__in=[Purpose.WORK, Purpose.EXTRA],
        pk=Subquery(newest.values("pk")[:1]),
    ).exclude(slot__item=slot.item_id)
    by_item: dict[int, Mapping[str, Any]] = dict(
        other_annotations.order_by("slot__item", "-slot__number").values_list(
            "slot__item", "content"
        )
    )
    counts = term_counts(protocol, by_item.values())
    return {
        field: Counter({fold_for_comparison(term): n for term, n in terms.items()})
        for field, terms in counts.items()
    }


def term_counts(
    protocol: Protocol, contents: Iterable[Mapping[str, Any]]
) -> dict[str, Counter[str]]:
    """Return, by field, the number of questions about each term, as first spelled."""
    counts: dict[str, Counter[str]] = {
        f.id: Counter() for f in protocol.texts if f.terms
    }
    spelled: dict[str, dict[str, str]] = defaultdict(dict)
    for content in contents:
        question_count = max(1, len(content.get("questions", ())))
        for field, counted in counts.items():
            for term in find_terms(content.get("texts", {}).get(field, "")):
                counted[spelled[field].setdefault(fold_for_comparison(term), term)] += (
                    question_count
                )
    return counts
