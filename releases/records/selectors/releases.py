"""Releases: lists, frozen content and differences."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.files.storage import default_storage
from django.db.models import QuerySet

from annotation.items.models.items import ItemImage
from core.chunks import split_into_chunks
from core.domain.texts import Text, _
from core.errors import InvalidInputError, NotFoundError
from core.selectors import get_or_missing, last_reached
from projects.models import Project
from releases.content.domain.commitments import answers_file
from releases.content.domain.frozen import (
    ChangeReason,
    FieldAgreement,
    FrozenItem,
    FrozenOverride,
    FrozenRelease,
    FunnelStep,
    PastVersion,
    Predecessor,
    item_from_payload,
    payload_digest,
)
from releases.content.domain.release_form import (
    FORM_FIELDS,
    ReleaseForm,
    read_release_form,
)
from releases.content.domain.release_phrases import phrase
from releases.content.domain.statistics import compute_statistics
from releases.content.domain.versions import read_version
from releases.records.models import (
    FrozenRow,
    GateOverride,
    Release,
    ReleaseFormDraft,
    ReleaseNotice,
)
from releases.records.selectors.files import release_prefix
from releases.records.states import BUILT, OUT, PUBLISHED, YANKED
from subtext_protocol.text import Language, LocalText

_CHUNK = 500
_STATISTICS = "statistics.json"
"""The file of a release folder with its statistics."""


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
        _(
            "There is no release {version} of {slug}.",
            version=version,
            slug=project.slug,
        ),
    )


def get_published_release(project: Project, version: str) -> Release:
    """Return a published release. Raises NotFoundError naming the status otherwise."""
    release = get_release(project, version)
    if release.status not in OUT:
        raise NotFoundError(
            _(
                "Release {version} is not published: it is {status}.",
                version=version,
                status=Text(release.status),
            )
        )
    return release


def get_built_release(project: Project, version: str) -> Release:
    """Return a published release or a preview, whose folder is complete.

    Raises NotFoundError naming the status otherwise.
    """
    release = get_release(project, version)
    if release.status not in BUILT:
        raise NotFoundError(
            _(
                "Release {version} is not published and has no files: it is {status}.",
                version=version,
                status=Text(release.status),
            )
        )
    return release


def release_form(project: Project) -> ReleaseForm:
    """Return what the maintainers have said about the benchmark so far."""
    values = (
        ReleaseFormDraft.objects.filter(project=project).values(*FORM_FIELDS).first()
    )
    return read_release_form(values or {})


def latest_release(project: Project) -> Release | None:
    """Return the newest published release that was not yanked."""
    return _newest(Release.objects.filter(project=project, status=PUBLISHED))


def latest_published_release(project: Project) -> Release | None:
    """Return the newest published release, yanked or not, for version numbering."""
    return _newest(Release.objects.filter(project=project, status__in=OUT))


def private_by_default(project: Project) -> list[str]:
    """Return the splits whose answers the next release keeps private by default.

    They are those of the last release, so that no answer is published by mistake.
    Before the first release they are the splits that the protocol marks as private.
    """
    splits = project.protocol.release.splits
    last = latest_published_release(project)
    if last is None:
        return [split.id for split in splits if split.private]
    return [s.id for s in splits if s.id in last.private and not s.shots]


def _newest(releases: QuerySet[Release]) -> Release | None:
    return max(
        releases, key=lambda release: read_version(release.version), default=None
    )


def released_count(project: Project) -> int:
    """Return the number of items in the newest published release."""
    release = latest_release(project)
    return release.rows.count() if release else 0


def frozen_items(rows: QuerySet[FrozenRow]) -> list[FrozenItem]:
    """Return the items of frozen rows.

    Raises InvalidInputError when a row has changed since it was frozen.
    """
    return list(_items_by_digest(rows).values())


def _items_by_digest(
    rows: QuerySet[FrozenRow], known: Mapping[str, FrozenItem] | None = None
) -> dict[str, FrozenItem]:
    """Return the items by digest, those in ``known`` as the same objects."""
    columns = rows.values_list("key", "payload", "digest")
    items = {}
    for key, payload, digest in columns.iterator(chunk_size=_CHUNK):
        if payload_digest(payload) != digest:
            raise InvalidInputError(
                _("The frozen item {key} was changed after the release.", key=key)
            )
        items[digest] = (known or {}).get(digest) or item_from_payload(payload)
    return items


def frozen_release(release: Release) -> FrozenRelease:
    """Return the whole content of a release's folder, sorted by item key.

    Raises NotFoundError until the release is completely frozen.
    """
    if release.frozen_at is None:
        raise NotFoundError(
            _("Release {version} is not frozen yet.", version=release.version)
        )
    items = _items_by_digest(release.rows.order_by("key"))
    return FrozenRelease(
        project=release.project.slug,
        name=_released_name(release),
        version=release.version,
        seed=release.seed,
        note=release.note,
        protocol=release.protocol,
        items=tuple(items.values()),
        overrides=tuple(
            FrozenOverride(
                override.line, override_message(release, override), override.reason
            )
            for override in release.overrides.order_by("line")
        ),
        waivers=tuple(release.facts.get("waivers", [])),
        decided_alone=tuple(release.facts.get("decided_alone", [])),
        agreement=tuple(
            FieldAgreement(**values) for values in release.facts.get("agreement", [])
        ),
        funnel=tuple(FunnelStep(*step) for step in release.facts.get("funnel", [])),
        previous=_predecessor(release.previous, items),
        history=tuple(
            PastVersion(**{**version, "notices": tuple(version["notices"])})
            for version in release.facts.get("history", [])
        ),
        reasons={
            key: tuple(ChangeReason(*reason) for reason in reasons)
            for key, reasons in release.facts.get("reasons", {}).items()
        },
        private=tuple(release.private),
        secret=release.secret,
        simulated_items=release.facts.get("simulated_items", 0),
        form=read_release_form(release.facts.get("form", {})),
        errata=release.facts.get("errata") or {},
    )


def override_message(release: Release, override: GateOverride) -> LocalText:
    """Return the message of an overridden check in the languages that were stored."""
    language = release.protocol.language
    messages: dict[str, LocalText] = release.facts.get("override_messages", {})
    return messages.get(override.line) or {language: override.message}


def _released_name(release: Release) -> str:
    """Return the name that all files give, which says when people were simulated."""
    if not release.facts.get("simulated_items"):
        return release.name
    language = release.protocol.language
    return phrase("simulated_name", language, name=release.name)


def _predecessor(
    previous: Release | None, items: Mapping[str, FrozenItem]
) -> Predecessor | None:
    """Return the previous release; most of its items did not change."""
    if previous is None:
        return None
    earlier = _items_by_digest(previous.rows.order_by("key"), items)
    return Predecessor(
        previous.version, previous.manifest_sha256, tuple(earlier.values())
    )


def past_versions(project: Project) -> list[PastVersion]:
    """Return every published release for the change log, newest first."""
    out = list(
        Release.objects.filter(project=project, status__in=OUT)
        .select_related("protocol_version")
        .prefetch_related("notices")
    )
    yanked = last_reached("release", YANKED, [release.pk for release in out])
    out.sort(key=lambda release: read_version(release.version), reverse=True)
    return [
        PastVersion(
            release.version,
            release.note,
            **release.changes,
            yanked=yanked[release.pk].reason if release.status == YANKED else "",
            notices=tuple(
                notice_line(notice, release.protocol.language)
                for notice in release.notices.all()
            ),
        )
        for release in out
    ]


def notice_line(notice: ReleaseNotice, language: Language) -> str:
    """Return a notice as one line of a change log; it names a role, not a person."""
    what = notice.question or notice.key
    return phrase(
        f"notice_{notice.kind}",
        language,
        about=phrase("about", language, what=what) if what else "",
        role=phrase(notice.role, language),
        text=" ".join(notice.text.split()),
    )


def hidden_answers(release: Release) -> dict[str, Any]:
    """Return the private correct answers by question id, in their published form."""
    language = release.protocol.language
    rows = release.rows.filter(split__in=release.private).order_by("key")
    return {
        question.id: question.key(language).answer
        for item in frozen_items(rows)
        for question in item.questions
    }


def answers_json(release: Release) -> bytes:
    """Return the answers file. Raises NotFoundError if no answer is private."""
    if not release.private:
        raise NotFoundError(
            _("Release {version} has no private answers.", version=release.version)
        )
    data = answers_file(frozen_release(release), release.manifest_sha256)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def release_statistics(release: Release) -> dict[str, Any]:
    """Return the statistics of a release as plain JSON.

    A published release has them in its folder; those of others are counted.
    """
    if release.status in OUT:
        with default_storage.open(f"{release_prefix(release)}/{_STATISTICS}") as file:
            published: dict[str, Any] = json.load(file)
        return published
    return compute_statistics(frozen_release(release)).data()


def first_image_by_case(case_ids: Iterable[int]) -> dict[int, int]:
    """Return the first image of each case's item, by case id."""
    image_by_case: dict[int, int] = {}
    for chunk in split_into_chunks(case_ids, _CHUNK):
        places = ItemImage.objects.filter(item__case__in=chunk, position=0)
        image_by_case.update(places.values_list("item__case", "image"))
    return image_by_case


def item_number_by_image(image_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of each image's item, by image id."""
    number_by_image: dict[int, int] = {}
    for chunk in split_into_chunks(image_ids, _CHUNK):
        places = ItemImage.objects.filter(image__in=chunk)
        number_by_image.update(places.values_list("image", "item__number"))
    return number_by_image


def first_image_by_item(item_ids: Iterable[int]) -> dict[int, int]:
    """Return the first image of each item, by item id."""
    places = ItemImage.objects.filter(item__in=set(item_ids), position=0)
    return dict(places.values_list("item", "image"))
