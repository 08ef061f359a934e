"""Names and reasons in the history of a project, as pages show them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from core.domain.texts import _, local_text
from core.models import LedgerEntry
from projects.models import Membership, Project, ProtocolVersion
from projects.person_names.selectors.project_names import PersonNames
from projects.ports import ENTRY_REASONS, SUBJECT_NAMES
from subtext_protocol.document import Protocol
from subtext_protocol.process import Reason
from subtext_protocol.text import LANGUAGES, Language


class EntryReasons:
    """Reasons of ledger entries, with the titles of those that are ids of the protocol."""

    def __init__(self) -> None:
        self._protocols = cache(_list_protocols)

    def reason_of_entry(self, entry: LedgerEntry) -> str:
        reason = ENTRY_REASONS.get((entry.machine, entry.action))
        return (
            reason(entry, self._protocols(entry.scope_id)) if reason else entry.reason
        )


def _list_protocols(project_id: int) -> Sequence[Protocol]:
    versions = ProtocolVersion.objects.filter(project=project_id)
    return [version.protocol for version in versions.order_by("-number")]


def reason_title(reasons: Iterable[Reason], reason_id: str) -> str:
    """Return the title of a reason in every language; an id without one as it is."""
    title = next((reason.title for reason in reasons if reason.id == reason_id), None)
    return reason_id if title is None else localize_title(title)


def localize_title(title: Mapping[Language, str] | Mapping[str, str]) -> str:
    """Return a text of a protocol, in every language that pages have."""
    known = {str(language): text for language, text in title.items()}
    first = next(iter(known.values()))
    return local_text({language: known.get(language, first) for language in LANGUAGES})


def name_subjects(
    project: Project, entries: Iterable[LedgerEntry]
) -> Mapping[tuple[str, int], str]:
    """Return the names of the entries' objects, by machine and id."""
    ids: defaultdict[str, set[int]] = defaultdict(set)
    for entry in entries:
        ids[entry.machine].add(entry.subject_id)
    return {
        (machine, subject_id): name
        for machine, subject_ids in ids.items()
        for subject_id, name in SUBJECT_NAMES[machine](project, subject_ids).items()
    }


def membership_names(project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of memberships: their people."""
    names = PersonNames(project)
    members = Membership.objects.filter(pk__in=ids).select_related("user")
    return {
        member.pk: _("Membership of {name}", name=names.name_of_person(member.user))
        for member in members
    }


def project_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the name of the project itself, whose entries are about its settings."""
    return {project_id: _("Project settings") for project_id in ids}
