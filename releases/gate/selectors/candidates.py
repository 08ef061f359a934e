"""The items that the next release would contain."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from annotation.items.models.items import ItemImage
from curation.images.domain.states import ACCEPTED
from curation.images.models import Source
from projects.models import Project
from releases.content.domain.frozen import (
    FrozenImage,
    FrozenItem,
    FrozenQuestion,
    item_key,
)
from releases.content.domain.splits import SplitItem, split_items
from releases.records.models import FrozenRow
from releases.records.states import OUT
from review.adjudication.selectors.cases import validated_cases
from review.rounds.selectors.rounds import current_revisions

_CHUNK = 1000


class CandidateImage(NamedTuple):
    """An image of a candidate: its row, and its entry in a release."""

    pk: int
    status: str
    phash: str
    frozen: FrozenImage


class ReleaseCandidate(NamedTuple):
    """A validated item as it would be frozen, with the ids of its rows."""

    case_id: int
    item_id: int
    frozen: FrozenItem
    images: Sequence[CandidateImage]

    @property
    def is_usable(self) -> bool:
        """Return whether all its images may still be published."""
        return all(image.status == ACCEPTED for image in self.images)


def list_candidates(project: Project) -> list[ReleaseCandidate]:
    """Return every validated item without a split (``""``), sorted by number.

    Items without a question are left out. Columns are read instead of models, because
    the models of a large project do not fit into a worker's memory.
    """
    questions, images = _questions(project), _images(project)
    cases = validated_cases(project).values_list("pk", "item", "record")
    candidates = []
    for case_id, item_id, record in cases.iterator(chunk_size=_CHUNK):
        item_questions, item_images = questions.get(item_id), images.get(item_id)
        if not item_questions or not item_images:
            continue
        frozen = FrozenItem(
            key=item_key(image.frozen.sha256 for image in item_images),
            split="",
            images=tuple(image.frozen for image in item_images),
            labels={
                field: tuple(choices)
                for field, choices in record.get("labels", {}).items()
            },
            texts=record.get("texts", {}),
            sentences=record.get("sentences", {}),
            questions=tuple(item_questions),
        )
        candidates.append(ReleaseCandidate(case_id, item_id, frozen, item_images))
    return candidates


def _questions(project: Project) -> dict[int, list[FrozenQuestion]]:
    """Return the questions that have a correct answer, in order, by item."""
    revisions = (
        current_revisions(project)
        .order_by("question__position", "question__pk")
        .values_list(
            "question__item",
            "question__uid",
            "question__format",
            "stem",
            "options",
            "answer",
        )
    )
    questions_by_item: defaultdict[int, list[FrozenQuestion]] = defaultdict(list)
    for item_id, uid, kind, stem, options, answer in revisions.iterator(
        chunk_size=_CHUNK
    ):
        if answer is not None:
            question = FrozenQuestion(
                id=uid, format=kind, stem=stem, options=tuple(options), answer=answer
            )
            questions_by_item[item_id].append(question)
    return questions_by_item


def _images(project: Project) -> dict[int, list[CandidateImage]]:
    """Return the images of validated items, in order, by item."""
    sources = Source.objects.filter(project=project).in_bulk()
    places = (
        ItemImage.objects.filter(item__in=validated_cases(project).values("item"))
        .order_by("item", "position")
        .values_list(
            "item",
            "image",
            "image__status",
            "image__phash",
            "image__source",
            "image__published_sha256",
            "image__sha256",
            "image__published",
            "image__width",
            "image__height",
            "image__details__address",
            "image__details__ground",
        )
    )
    images_by_item: defaultdict[int, list[CandidateImage]] = defaultdict(list)
    for (
        item_id,
        image_id,
        status,
        phash,
        source_id,
        published_sha256,
        sha256,
        published,
        width,
        height,
        address,
        ground,
    ) in places.iterator(chunk_size=_CHUNK):
        source = sources[source_id]
        frozen = FrozenImage(
            sha256=published_sha256,
            original_sha256=sha256,
            extension=PurePosixPath(published).suffix.removeprefix("."),
            width=width,
            height=height,
            source=source.name,
            licence=source.licence,
            rights=source.rights,
            address=address or source.address,
            ground=ground or "",
        )
        images_by_item[item_id].append(CandidateImage(image_id, status, phash, frozen))
    return images_by_item


def assign_splits(
    project: Project,
    candidates: Sequence[ReleaseCandidate],
    *,
    seed: int,
    clusters: Mapping[str, str],
) -> list[ReleaseCandidate]:
    """Return the candidates with their splits; items of earlier releases keep theirs.

    ``clusters`` is the cluster of near-duplicates of an item, by item key. Strata are
    the label fields of the evaluation's slices, in the protocol's order; without
    stratification there are none.
    """
    protocol = project.protocol
    is_stratified = protocol.release.sampling == "stratified"
    strata = protocol.evaluation.slices if is_stratified else ()
    released = FrozenRow.objects.filter(
        release__project=project, release__status__in=OUT
    ).order_by("release_id")
    splits = split_items(
        {
            candidate.frozen.key: SplitItem(
                len(candidate.frozen.questions),
                tuple(
                    ",".join(candidate.frozen.labels.get(field, ())) for field in strata
                ),
                candidate.frozen.labels,
            )
            for candidate in candidates
        },
        protocol.release.splits,
        seed=seed,
        kept_splits=dict(released.values_list("key", "split")),
        clusters=clusters,
        shots=protocol.evaluation.most_shots,
    )
    return [
        candidate._replace(
            frozen=replace(candidate.frozen, split=splits[candidate.frozen.key])
        )
        for candidate in candidates
    ]
