"""The work that a person did next to gold, as whose twin it behaves."""

from annotation.models import Annotation, Purpose, Slot


def fellow_of(slot: Slot) -> Slot | None:
    """What the person handed in last before it, else first after it."""
    here = Annotation.objects.filter(slot=slot).order_by("-revision").first()
    if here is None:
        return None
    work = Annotation.objects.filter(
        slot__project=slot.project_id,
        slot__purpose=Purpose.WORK,
        person=here.person_id,
    ).select_related("slot")
    before = work.filter(submitted_at__lte=here.submitted_at)
    found = (
        before.order_by("-submitted_at").first()
        or work.order_by("submitted_at").first()
    )
    return found.slot if found else None
