"""What a takedown of an image or a question would do."""

from dataclasses import dataclass

from annotation.items.models.questions import Question
from core.domain.texts import _
from curation.images.models import Image
from projects.models import Project
from releases.content.domain.versions import next_version, read_version
from releases.records.models import FrozenRow, Release
from releases.records.selectors.releases import frozen_items, latest_published_release
from releases.records.states import OUT


@dataclass(frozen=True)
class TakedownTarget:
    """The image or the question that is to be taken down."""

    image: Image | None = None
    question: Question | None = None

    @property
    def name(self) -> str:
        return _("question") if self.question else _("image")


@dataclass(frozen=True)
class TakedownPlan:
    """The releases that hold the target, and the next version without it."""

    target: TakedownTarget
    keys: dict[Release, str]
    """The key of the item that holds the target, by release, oldest first."""
    last: Release | None
    """The newest published release, which the next version copies."""
    removed_items: int
    """Items of ``last`` that the next version lacks."""
    removed_questions: int
    """Questions of ``last`` that the next version lacks."""
    next_version: str | None
    """None if ``last`` does not hold the target, or would be empty without it."""

    @property
    def confirm(self) -> str:
        """Return the version to type: the newest release that holds the target."""
        return [*self.keys][-1].version if self.keys else ""


def takedown_plan(project: Project, target: TakedownTarget) -> TakedownPlan:
    """Return what a takedown would do now; it changes nothing."""
    keys = _keys(project, target)
    last = latest_published_release(project)
    items = questions = 0
    version = None
    if last in keys:
        key = keys[last]
        [item] = frozen_items(last.rows.filter(key=key))
        question_count = len(item.questions)
        questions = 1 if target.question else question_count
        items = int(questions == question_count)
        if last.rows.exclude(key=key).exists() or not items:
            number = next_version(read_version(last.version), added=0, altered=1)
            version = str(number)
    return TakedownPlan(target, keys, last, items, questions, version)


def _keys(project: Project, target: TakedownTarget) -> dict[Release, str]:
    rows = FrozenRow.objects.filter(
        release__project=project, release__status__in=OUT
    ).select_related("release")
    if target.question is not None:
        uid = target.question.uid
        rows = rows.filter(item=target.question.item_id)
        matching = [
            row for row in rows if any(q["id"] == uid for q in row.payload["questions"])
        ]
    else:
        matching = list(rows.filter(item__places__image=target.image))
    matching.sort(key=lambda row: read_version(row.release.version))
    return {row.release: row.key for row in matching}
