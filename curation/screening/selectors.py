"""Queries on screening: next images, progress and agreement."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import median

from django.db.models import QuerySet
from django.utils import timezone

from core.domain.texts import _, join_texts
from core.models import LedgerEntry
from core.selectors import get_or_missing
from curation.images.domain.states import ACCEPTED, DISCARDED, IN_SCREENING
from curation.images.models import Image
from curation.screening.domain.agreement import PairAgreement, vote_agreement
from curation.screening.domain.stage import screening_rules
from curation.screening.models import ScreeningVote, VoteDecision
from projects.history.selectors import reason_title
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from subtext_protocol.document import Protocol


def votes_needed(project: Project) -> int:
    """Return the number of votes that each image needs."""
    return screening_rules(project.protocol).votes


def next_images_to_screen(project: Project, person: User, count: int) -> list[Image]:
    """Return the next images for one person, from a personal starting point.

    Votes of others do not affect the order, because it would reveal them. People start
    at different points of the remaining images, so that they rarely vote on the same
    ones.
    """
    own = ScreeningVote.objects.filter(person=person).values("image_id")
    waiting = Image.objects.filter(
        project=project, status=IN_SCREENING, votes_cast__lt=votes_needed(project)
    ).exclude(pk__in=own)
    start = _starting_point(waiting, person)
    images: list[Image] = []
    for part in (waiting.filter(pk__gte=start), waiting.filter(pk__lt=start)):
        if len(images) < count:
            images.extend(part.order_by("pk")[: count - len(images)])
    return images


_GOLDEN = 0.6180339887498949


def _starting_point(images: QuerySet[Image], person: User) -> int:
    """Return the first id for a person; multiples of the golden ratio spread evenly."""
    first = images.order_by("pk").values_list("pk", flat=True).first()
    last = images.order_by("-pk").values_list("pk", flat=True).first()
    if first is None or last is None:
        return 0
    return first + int((last - first + 1) * (person.pk * _GOLDEN % 1))


def get_handed_out_image(project: Project, person: User, number: int) -> Image:
    """Return the image that the person was given under this number.

    Raises NotFoundError for every other number alike.
    """
    images = Image.objects.filter(
        project=project,
        hand_outs__person=person,
        hand_outs__number=number,
        hand_outs__ended_at=None,
    )
    return get_or_missing(
        images, _("You were given no such image. Reload the page for the next images.")
    )


def list_votes_of_person(project: Project, person: User) -> QuerySet[ScreeningVote]:
    """Return a person's votes, newest first."""
    return (
        ScreeningVote.objects.filter(image__project=project, person=person)
        .select_related("image")
        .order_by("-pk")
    )


def undecided_images(project: Project) -> QuerySet[Image]:
    """Return the images with all votes but no majority; an organizer decides."""
    return (
        Image.objects.filter(
            project=project,
            status=IN_SCREENING,
            votes_cast__gte=votes_needed(project),
        )
        .select_related("source")
        .prefetch_related("votes")
    )


@dataclass(frozen=True)
class ScreeningProgress:
    """Progress of screening; ``pace`` is the person's recent votes per minute.

    The last three counts depend on everyone's votes and are for organizers. They are
    None for others, who would otherwise learn of a decision before voting.
    """

    votes_needed: int
    waiting_for_me: int
    voted_by_me: int
    pace: float | None
    in_screening: int | None = None
    decided: int | None = None
    undecided: int | None = None


_PACE_VOTES = 20
_PACE_WINDOW = timedelta(minutes=10)


def screening_progress(
    project: Project, person: User, *, of_everybody: bool = False
) -> ScreeningProgress:
    """Return the counts and the person's votes per minute in the last ten minutes.

    ``of_everybody``: include the counts that depend on everyone's votes.
    """
    needed = votes_needed(project)
    images = Image.objects.filter(project=project)
    waiting = images.filter(status=IN_SCREENING)
    open_ = waiting.filter(votes_cast__lt=needed)
    own_votes = list_votes_of_person(project, person)
    still_open = open_.count()
    progress = ScreeningProgress(
        votes_needed=needed,
        waiting_for_me=still_open - own_votes.filter(image__in=open_).count(),
        voted_by_me=own_votes.count(),
        pace=_pace(own_votes),
    )
    if not of_everybody:
        return progress
    in_screening = waiting.count()
    return replace(
        progress,
        in_screening=in_screening,
        decided=images.filter(status__in=(ACCEPTED, DISCARDED)).count(),
        undecided=in_screening - still_open,
    )


def _pace(votes: QuerySet[ScreeningVote]) -> float | None:
    recent = votes.filter(created_at__gt=timezone.now() - _PACE_WINDOW)
    times = list(recent.values_list("created_at", flat=True)[:_PACE_VOTES])
    if len(times) < 2:
        return None
    minutes = (times[0] - times[-1]).total_seconds() / 60
    return round((len(times) - 1) / minutes, 1) if minutes else None


@dataclass(frozen=True)
class Screener:
    """One person's votes, compared with the others who voted on the same images."""

    person: str
    votes: int
    keep_share: float | None
    pairs: int
    agreement: float | None
    median_seconds: float | None


@dataclass(frozen=True)
class ScreenerPair:
    """Agreement of two people on the images that both voted on; Cohen's kappa."""

    one: str
    other: str
    images: int
    agreement: float
    kappa: float | None


@dataclass(frozen=True)
class ScreeningAgreement:
    """Agreement of votes on the same image.

    Percent agreement of pairs of votes, Krippendorff's alpha, Fleiss' kappa (over
    ``fleiss_images``), and the agreement of each pair of people.
    """

    images: int
    pairs: int
    agreement: float | None
    alpha: float | None
    fleiss: float | None
    fleiss_images: int
    people: Sequence[Screener]
    between: Sequence[ScreenerPair]


def screening_agreement(project: Project) -> ScreeningAgreement:
    """Return the agreement of votes on the same image, overall and by person."""
    votes: dict[int, dict[int, str]] = defaultdict(dict)
    by_person: dict[int, list[tuple[str, float | None]]] = defaultdict(list)
    rows = ScreeningVote.objects.filter(image__project=project).order_by("pk")
    columns = rows.values_list("image", "person", "decision", "seconds")
    for image_id, person_id, decision, seconds in columns.iterator():
        votes[image_id][person_id] = decision
        by_person[person_id].append((decision, seconds))
    measured = vote_agreement(list(votes.values()))
    shared: dict[int, list[PairAgreement]] = defaultdict(list)
    for pair in measured.people:
        shared[pair.one].append(pair)
        shared[pair.other].append(pair)
    names = PersonNames(project)
    voters = sorted(User.objects.filter(pk__in=by_person), key=name_order)
    name = {voter.pk: names.name_of_person(voter) for voter in voters}
    people = []
    for voter in voters:
        cast_ = by_person[voter.pk]
        pairs = shared[voter.pk]
        people.append(
            Screener(
                person=name[voter.pk],
                votes=len(cast_),
                keep_share=_rounded_share(
                    [vote == VoteDecision.KEEP for vote, _took in cast_]
                ),
                pairs=sum(pair.images for pair in pairs),
                agreement=_weighted_mean(pairs),
                median_seconds=_median(
                    [took for _decision, took in cast_ if took is not None]
                ),
            )
        )
    return ScreeningAgreement(
        images=measured.images,
        pairs=measured.pairs,
        agreement=_rounded(measured.percent),
        alpha=_rounded(measured.alpha),
        fleiss=_rounded(measured.fleiss),
        fleiss_images=measured.fleiss_images,
        people=people,
        between=[
            ScreenerPair(
                name[pair.one],
                name[pair.other],
                pair.images,
                round(pair.percent, 4),
                _rounded(pair.kappa),
            )
            for pair in measured.people
        ],
    )


def _weighted_mean(pairs: Sequence[PairAgreement]) -> float | None:
    images = sum(pair.images for pair in pairs)
    same = sum(pair.percent * pair.images for pair in pairs)
    return round(same / images, 4) if images else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _rounded_share(hits: Sequence[bool]) -> float | None:
    return round(sum(hits) / len(hits), 4) if hits else None


def _median(values: Sequence[float]) -> float | None:
    return round(median(values), 2) if values else None


def discard_reason(entry: LedgerEntry, protocols: Sequence[Protocol]) -> str:
    """Return the titles of the reasons for which an image was discarded."""
    reasons = [
        reason for protocol in protocols for reason in screening_rules(protocol).reasons
    ]
    ids = filter(None, entry.reason.split(", "))
    return join_texts(", ", [reason_title(reasons, reason_id) for reason_id in ids])
