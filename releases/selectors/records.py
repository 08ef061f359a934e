"""Releases: lists, frozen content and differences."""

import json
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from annotation.models import ItemImage
from projects.domain.protocol.text import Language
from projects.models import Project
from releases.domain.commitments import answers_file
from releases.domain.diff import Difference, difference
from releases.domain.frozen import (
    ChangeReason,
    FieldAgreement,
    FrozenItem,
    FrozenRelease,
    Override,
    PastVersion,
    Predecessor,
    digest_of,
    item_from_payload,
)
from releases.domain.layouts.wording import said
from releases.domain.states import OUT, PUBLISHED, YANKED
from releases.domain.statistics import Statistics, statistics_of
from releases.domain.versions import read_version
from releases.models import FrozenRow, Notice, Release
from workflow.chunks import chunks_of
from workflow.errors import InvalidInputError, NotFoundError
from workflow.selectors import get_or_missing, last_reached

_CHUNK = 500


def list_releases(project: Project) -> QuerySet[Release]:
    """Return a project's releases with the related rows that pages show."""
    return (
        Release.objects.filter(project=project)
        .select_related("job", "previous")
        .prefetch_related("overrides", "notices")
    )


def get_release(project: Project, version: str) -> Release:
    """Return a release by its version. Raises NotFoundError."""
    return get_or_missing(
        list_releases(project).filter(version=version),
        f"There is no release {version} of {project.slug}.",
    )


def get_published_release(project: Project, version: str) -> Release:
    """Return a published release. Raises NotFoundError naming the status otherwise."""
    release = get_release(project, version)
    if release.status not in OUT:
        raise NotFoundError(
            f"Release {version} is not published: it is {release.status}."
        )
    return release


def latest_release(project: Project) -> Release | None:
    """Return the newest published release that was not yanked."""
    return _newest(Release.objects.filter(project=project, status=PUBLISHED))


def last_out(project: Project) -> Release | None:
    """Return the newest published release, yanked or not, for version numbering."""
    return _newest(Release.objects.filter(project=project, status__in=OUT))


def private_by_default(project: Project) -> list[str]:
    """Return the splits whose answers the next release keeps private by default.

    They are those of the last release, so that no answer is published by mistake.
    Before the first release they are the splits that the protocol marks as private.
    """
    splits = project.protocol.release.splits
    last = last_out(project)
    if last is None:
        return [split.id for split in splits if split.private]
    return [s.id for s in splits if s.id in last.private and not s.shots]


def _newest(releases: QuerySet[Release]) -> Release | None:
    return max(releases, key=lambda one: read_version(one.version), default=None)


def released_count(project: Project) -> int:
    """Return the number of items in the newest published release."""
    release = latest_release(project)
    return release.rows.count() if release else 0


def frozen_items(rows: QuerySet[FrozenRow]) -> list[FrozenItem]:
    """Return the items of frozen rows.

    Raises InvalidInputError when a row has changed since it was frozen.
    """
    columns = rows.values_list("key", "payload", "digest")
    items = []
    for key, payload, digest in columns.iterator(chunk_size=_CHUNK):
        if digest_of(payload) != digest:
            raise InvalidInputError(
                f"The frozen item {key} was changed after the release."
            )
        items.append(item_from_payload(payload))
    return items


def frozen_release(release: Release) -> FrozenRelease:
    """Return the whole content of a release's folder, sorted by item key.

    Raises NotFoundError until the release is completely frozen.
    """
    if release.frozen_at is None:
        raise NotFoundError(f"Release {release.version} is not frozen yet.")
    return FrozenRelease(
        project=release.project.slug,
        name=release.name,
        version=release.version,
        seed=release.seed,
        note=release.note,
        protocol=release.protocol_version.protocol,
        items=tuple(frozen_items(release.rows.order_by("key"))),
        overrides=tuple(
            Override(one.line, one.message, one.reason)
            for one in release.overrides.order_by("line")
        ),
        waivers=tuple(release.facts.get("waivers", [])),
        decided_alone=tuple(release.facts.get("decided_alone", [])),
        agreement=tuple(
            FieldAgreement(**one) for one in release.facts.get("agreement", [])
        ),
        previous=_predecessor(release.previous),
        history=tuple(
            PastVersion(**{**one, "notices": tuple(one["notices"])})
            for one in release.facts.get("history", [])
        ),
        reasons={
            key: tuple(ChangeReason(*one) for one in reasons)
            for key, reasons in release.facts.get("reasons", {}).items()
        },
        private=tuple(release.private),
        secret=release.secret,
    )


def _predecessor(previous: Release | None) -> Predecessor | None:
    if previous is None:
        return None
    items = tuple(frozen_items(previous.rows.order_by("key")))
    return Predecessor(previous.version, previous.manifest_sha256, items)


def past_versions(project: Project) -> list[PastVersion]:
    """Return every published release for the change log, newest first."""
    out = list(
        Release.objects.filter(project=project, status__in=OUT)
        .select_related("protocol_version")
        .prefetch_related("notices")
    )
    yanked = last_reached("release", YANKED, [one.pk for one in out])
    out.sort(key=lambda one: read_version(one.version), reverse=True)
    return [
        PastVersion(
            one.version,
            one.note,
            **one.changes,
            yanked=yanked[one.pk].reason if one.status == YANKED else "",
            notices=tuple(
                notice_line(notice, one.protocol_version.protocol.language)
                for notice in one.notices.all()
            ),
        )
        for one in out
    ]


def notice_line(notice: Notice, language: Language) -> str:
    """Return a notice as one line of a change log; it names a role, not a person."""
    what = notice.question or notice.key
    return said(
        f"notice_{notice.kind}",
        language,
        about=said("about", language, what=what) if what else "",
        role=said(notice.role, language),
        text=" ".join(notice.text.split()),
    )


def hidden_answers(release: Release) -> dict[str, Any]:
    """Return the private correct answers by question id, in their published form."""
    language = release.protocol_version.protocol.language
    rows = release.rows.filter(split__in=release.private).order_by("key")
    return {
        question.id: question.key(language).answer
        for item in frozen_items(rows)
        for question in item.questions
    }


def answers_json(release: Release) -> bytes:
    """Return the answers file. Raises NotFoundError if no answer is private."""
    if not release.private:
        raise NotFoundError(f"Release {release.version} has no private answers.")
    data = answers_file(frozen_release(release), release.manifest_sha256)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def release_statistics(release: Release) -> Statistics:
    """Return the statistics of the frozen rows; they need no built folder."""
    return statistics_of(frozen_release(release))


def release_difference(release: Release) -> Difference:
    """Return the changes since the previous release."""
    before = (
        frozen_items(release.previous.rows.order_by("key")) if release.previous else []
    )
    return difference(before, frozen_items(release.rows.order_by("key")))


def item_pictures(release: Release, keys: Iterable[str]) -> dict[str, int]:
    """Return the first image of items of a release or its predecessor, by item key."""
    rows = FrozenRow.objects.filter(
        release__in=[release.pk, release.previous_id], key__in=list(keys)
    )
    item_of = dict(rows.values_list("key", "item"))
    first = first_pictures(item_of.values())
    return {key: first[item] for key, item in item_of.items() if item in first}


def case_pictures(case_ids: Iterable[int]) -> dict[int, int]:
    """Return the first image of each case's item, by case id."""
    found: dict[int, int] = {}
    for chunk in chunks_of(case_ids, _CHUNK):
        places = ItemImage.objects.filter(item__case__in=chunk, position=0)
        found.update(places.values_list("item__case", "image"))
    return found


def first_pictures(item_ids: Iterable[int]) -> dict[int, int]:
    """Return the first image of each item, by item id."""
    places = ItemImage.objects.filter(item__in=set(item_ids), position=0)
    return dict(places.values_list("item", "image"))
