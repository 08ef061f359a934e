"""Which items a release cut now would hold."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from django.db.models import Prefetch

from annotation.models import ItemImage, QuestionRevision
from curation.domain.states import ACCEPTED
from curation.models.images import Image
from projects.models import Project
from releases.domain.frozen import (
    FrozenImage,
    FrozenItem,
    FrozenQuestion,
    item_key,
)
from releases.domain.splits import SplitItem, split_items
from releases.domain.states import OUT
from releases.models import FrozenRow
from review.selectors.cases import validated_cases
from review.selectors.rounds import current_revisions


class Candidate(NamedTuple):
    """A validated item as it would be frozen, and the rows that it is made of."""

    case_id: int
    item_id: int
    frozen: FrozenItem
    images: Sequence[Image]

    @property
    def usable(self) -> bool:
        """Whether all its pictures may still be published."""
        return all(image.status == ACCEPTED for image in self.images)


def candidates(project: Project) -> list[Candidate]:
    """Every validated item with its split not yet chosen (``""``), by number.

    Items without a question are none.
    """
    revisions: dict[int, list[QuestionRevision]] = defaultdict(list)
    for revision in (
        current_revisions(project)
        .select_related("question")
        .order_by("question__position", "question__pk")
    ):
        if revision.answer is not None:
            revisions[revision.question.item_id].append(revision)
    # Joined and not prefetched further: Django asks for more than 999 rows of a forward
    # relation with so many ORs that SQLite refuses.
    places = ItemImage.objects.select_related("image__source")
    cases = validated_cases(project).prefetch_related(Prefetch("item__places", places))
    found = []
    for case in cases:
        images = case.item.pictures
        if not images or not revisions[case.item_id]:
            continue
        frozen = FrozenItem(
            key=item_key(image.published_sha256 for image in images),
            split="",
            images=tuple(map(_frozen_image, images)),
            labels={
                field: tuple(choices)
                for field, choices in case.record.get("labels", {}).items()
            },
            texts=case.record.get("texts", {}),
            sentences=case.record.get("sentences", {}),
            questions=tuple(map(_frozen_question, revisions[case.item_id])),
        )
        found.append(Candidate(case.pk, case.item_id, frozen, images))
    return found


def _frozen_image(image: Image) -> FrozenImage:
    return FrozenImage(
        sha256=image.published_sha256,
        original_sha256=image.sha256,
        extension=PurePosixPath(image.published).suffix.removeprefix("."),
        width=image.width,
        height=image.height,
        source=image.source.name,
        licence=image.source.licence,
        rights=image.source.rights,
        address=image.details.get("address") or image.source.address,
    )


def _frozen_question(revision: QuestionRevision) -> FrozenQuestion:
    assert revision.answer is not None  # noqa: S101 - the others were left out
    return FrozenQuestion(
        id=revision.question.uid,
        format=revision.question.format,
        stem=revision.stem,
        options=tuple(revision.options),
        answer=revision.answer,
    )


def with_splits(
    project: Project,
    found: Sequence[Candidate],
    *,
    seed: int,
    clusters: Mapping[str, str],
) -> list[Candidate]:
    """The candidates, each in its split; items of earlier releases keep theirs.

    ``clusters`` names the cluster of copies that an item is in, by item key. Strata are
    the labels that scores are broken down by, in the protocol's order.
    """
    protocol = project.protocol
    released = FrozenRow.objects.filter(
        release__project=project, release__status__in=OUT
    ).order_by("release_id")
    splits = split_items(
        {
            one.frozen.key: SplitItem(
                len(one.frozen.questions),
                tuple(
                    ",".join(one.frozen.labels.get(field, ()))
                    for field in protocol.evaluation.slices
                ),
                one.frozen.labels,
            )
            for one in found
        },
        protocol.release.splits,
        seed=seed,
        kept=dict(released.values_list("key", "split")),
        clusters=clusters,
        shots=protocol.evaluation.most_shots,
    )
    return [
        one._replace(frozen=replace(one.frozen, split=splits[one.frozen.key]))
        for one in found
    ]
