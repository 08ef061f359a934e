"""Rubric ratings: drawing samples and recording marks."""

import random
from collections.abc import Mapping, Sequence

from django.db import transaction

from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, unknown_choice
from core.services import Actor
from evaluation.marking.models.ratings import RatingMark, RatingSample, RatingTask
from evaluation.marking.selectors.generated_images import candidate_keys
from evaluation.marking.selectors.joint_ratings import samples_beside
from evaluation.marking.services.blind_marks import store_mark
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_items
from evaluation.runs.selectors.runs import replies_of
from evaluation.runs.states import FINISHED, STALE
from projects.models import Project
from releases.records.models import Release
from subtext_protocol.rating import Rating


def draw_rating(
    *,
    release: Release,
    rating_id: str,
    run: Run | None,
    seed: int,
    actor: Actor,
    beside: Sequence[Run] = (),
) -> RatingTask:
    """Draw the items or responses that people rate, in random order.

    The protocol sets the share to draw. The same seed draws the same sample. The
    responses of the runs ``beside`` are rated in the same entries: items that all the
    runs answered are drawn, and the task returned is the leader (ImageMet, Appendix J.3:
    "an image and 5 model-generated captions"). Raises InvalidInputError when the
    protocol has no such rating, a run does not match it, or there is nothing to draw.
    """
    person = person_of(actor)
    rating = release.protocol.evaluation.rating(rating_id)
    if rating is None:
        raise InvalidInputError(
            _("There is no rating {rating_id!r}.", rating_id=rating_id),
            [FieldProblem("rating", _("The protocol has no such rating."))],
        )
    _require_run(release, rating, run)
    ratings = [rating, *_ratings_beside(release, rating, run, beside)]
    runs = [run, *beside]
    items = [item.key for item in released_items(release, rating.only)]
    for answered in filter(None, runs):
        replies = replies_of(answered)
        items = [item for item in items if item in replies]
    if not items:
        raise InvalidInputError(_("There is nothing to rate."))
    rng = random.Random(seed)  # noqa: S311 - has to be repeatable
    sample = rng.sample(items, rating.sample_size(len(items)))
    leader: RatingTask | None = None
    with transaction.atomic():
        for of_run, rated_run in zip(ratings, runs, strict=True):
            task = RatingTask.objects.create(
                project_id=release.project_id,
                release=release,
                rating=of_run.id,
                run=rated_run,
                leader=leader,
                seed=seed,
                people=rating.people,
                created_by=person,
            )
            RatingSample.objects.bulk_create(
                [RatingSample(task=task, item_key=item) for item in sample]
            )
            leader = leader or task
    return leader or task


def draw_candidates(
    *, project: Project, rating_id: str, sets: Sequence[str], seed: int, actor: Actor
) -> RatingTask:
    """Draw candidates of one set and as many of each other set, in random order.

    The protocol's share applies to the first set. Raters do not see the set. Raises
    InvalidInputError when the protocol has no such rating of items, or a set is empty.
    """
    person = person_of(actor)
    rating = project.protocol.evaluation.rating(rating_id)
    if rating is None or rating.replies_of is not None:
        raise InvalidInputError(
            _("There is no rating {rating_id!r}.", rating_id=rating_id),
            [FieldProblem("rating", _("The protocol has no such rating of items."))],
        )
    keys_by_set = {name: candidate_keys(project, name) for name in dict.fromkeys(sets)}
    empty = [name for name, keys in keys_by_set.items() if not keys]
    if empty or not keys_by_set:
        reason = (
            _("The set {empty!r} has no images.", empty=empty[0])
            if empty
            else _("Choose at least one set.")
        )
        raise InvalidInputError(
            _("There is nothing to rate."), [FieldProblem("sets", reason)]
        )
    size = rating.sample_size(len(keys_by_set[next(iter(keys_by_set))]))
    rng = random.Random(seed)  # noqa: S311 - has to be repeatable
    sample = [
        (name, key)
        for name, keys in keys_by_set.items()
        for key in rng.sample(keys, min(size, len(keys)))
    ]
    rng.shuffle(sample)
    with transaction.atomic():
        task = RatingTask.objects.create(
            project=project,
            protocol_version=project.current_protocol,
            rating=rating.id,
            seed=seed,
            people=rating.people,
            created_by=person,
        )
        RatingSample.objects.bulk_create(
            RatingSample(task=task, item_key=key, part_of=name) for name, key in sample
        )
    return task


def _ratings_beside(
    release: Release, rating: Rating, run: Run | None, beside: Sequence[Run]
) -> list[Rating]:
    """Return the rating of each run: that of its open task with the same scales."""
    ratings = []
    for beside_run in beside:
        of_run = next(
            (
                candidate
                for candidate in release.protocol.evaluation.ratings
                if candidate.replies_of == beside_run.setting
                and candidate.scales == rating.scales
                and candidate.only == rating.only
            ),
            None,
        )
        if run is None or of_run is None or [run, *beside].count(beside_run) > 1:
            reason = _(
                "Choose other runs whose responses are rated on the same scales."
            )
            raise InvalidInputError(
                _("These responses cannot be rated beside each other."),
                [FieldProblem("beside", reason)],
            )
        _require_run(release, of_run, beside_run)
        ratings.append(of_run)
    return ratings


def _require_run(release: Release, rating: Rating, run: Run | None) -> None:
    if rating.replies_of is None:
        if run is not None:
            problem = FieldProblem(
                "run", _("This rating is about items, not about responses.")
            )
            raise InvalidInputError(_("This rating does not need a run."), [problem])
        return
    if (
        run is None
        or run.release_id != release.pk
        or run.setting != rating.replies_of
        or run.status not in (FINISHED, STALE)
    ):
        reason = _(
            "Choose a finished run of {replies_of} on this release.",
            replies_of=rating.replies_of,
        )
        raise InvalidInputError(
            _("This rating is about responses of a run."), [FieldProblem("run", reason)]
        )


def mark_rating(
    *, sample: RatingSample, marks: Mapping[str, int], note: str, actor: Actor
) -> RatingMark:
    """Save a person's marks of a sampled entry; people may change their own.

    Raises InvalidInputError for a missing mark or one outside its scale, ConflictError
    when enough other people have rated the entry.
    """
    person = person_of(actor)
    _require_scales(sample.task.rubric, marks)
    values = {"marks": dict(marks), "note": note.strip()}
    return store_mark(
        RatingMark,
        sample=sample,
        places=sample.task.people,
        person=person,
        values=values,
    )


def mark_replies(
    *,
    sample: RatingSample,
    marks: Sequence[Mapping[str, int]],
    note: str,
    actor: Actor,
) -> None:
    """Save a person's marks of all responses of an entry, in the order shown.

    Raises InvalidInputError unless there are marks of every response, and what
    ``mark_rating`` raises; then nothing is saved.
    """
    samples = samples_beside(sample.task, [sample.item_key])[sample.item_key]
    if len(marks) != len(samples):
        raise InvalidInputError(
            _("Rate every response."),
            [FieldProblem("replies", _("Must have {n} entries.", n=len(samples)))],
        )
    with transaction.atomic():
        for of_reply, of_marks in zip(samples, marks, strict=True):
            mark_rating(sample=of_reply, marks=of_marks, note=note, actor=actor)


def _require_scales(rating: Rating, marks: Mapping[str, int]) -> None:
    problems = [
        unknown_choice(f"marks.{scale.id}", scale.values)
        for scale in rating.scales
        if marks.get(scale.id) not in scale.values
    ]
    scale_ids = {scale.id for scale in rating.scales}
    problems += [
        FieldProblem(f"marks.{name}", _("This rating has no such scale."))
        for name in marks
        if name not in scale_ids
    ]
    if problems:
        raise InvalidInputError(_("Rate every scale once."), problems)
