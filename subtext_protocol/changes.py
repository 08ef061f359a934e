"""Differences between two protocols, and their effects on existing work.

Parts with an id are identified by it in both, wherever they are. Other lists are
compared as a whole. A path consists of ids, not positions:
``fields.emotion.choices.negative.title.zh``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from core.domain.texts import _
from subtext_protocol.document import Protocol
from subtext_protocol.fields import AnyField, LabelField

Kind = Literal["added", "removed", "changed", "moved"]
"""``moved``: the same parts in another order."""

Effect = Literal["keep", "next", "mark", "places", "carry", "begun"]
"""Effect of a change on existing work.

* ``keep``: none.
* ``next``: none; the change applies to later work.
* ``mark``: the work stays, keeps its version and lacks what is new.
* ``places``: unfinished items get more slots, untouched items fewer.
* ``carry``: the named part is removed; work that uses it needs a mapping.
* ``begun``: existing work would no longer fit, so the change is rejected once an item
  is begun.
"""


class ProtocolChange(NamedTuple):
    """One difference. ``before`` or ``after`` is None where the part does not exist."""

    path: str
    kind: Kind
    before: Any
    after: Any
    effect: Effect


_RULES: Sequence[tuple[str, Effect]] = (
    (r"language|item(\..*)?", "begun"),
    (r"fields\.\w+", "mark"),
    (r"fields\.\w+\.(kind|multiple|parent|unit|template|slots(\.\w+)?)", "begun"),
    (r"fields\.\w+\.(required|choices\.\w+)", "mark"),
    (r"fields\.\w+\.choices\.\w+\.parent", "begun"),
    (r"fields\.\w+\.(significant.*|ordered|choices)", "next"),
    (r"fields\.\w+\.(minimum|maximum|target|unlike|terms.*)", "next"),
    (r"questions\.(options|minimum|maximum|formats|written_by)", "begun"),
    (r"questions\.fixed(\.\w+)?(\.(options|stem(\.\w+)?))?", "begun"),
    (r"questions\..*", "next"),
    (r"annotation\.people", "places"),
    (r"annotation\.(guidelines|content_warning)(\..*)?", "keep"),
    (r"(balance|curation|annotation|review|release|evaluation)\..*", "next"),
)
"""Rules for whole paths. The first that matches applies; without one, ``keep``."""

_WORDS_ONLY = re.compile(r".*\.(title|help|examples|question)(\.\w+)?")


def list_changes(old: Protocol, new: Protocol) -> list[ProtocolChange]:
    """Return every difference from ``old`` to ``new``, in the order of the document."""
    return [
        ProtocolChange(path, kind, before, after, _effect(path, kind, before, after))
        for path, kind, before, after in _differences(
            "", old.model_dump(mode="json"), new.model_dump(mode="json")
        )
    ]


def _effect(path: str, kind: Kind, before: Any, after: Any) -> Effect:
    if kind == "removed" and re.fullmatch(r"fields\.\w+(\.choices\.\w+)?", path):
        return "carry"
    if _loosens(path, kind, before, after):
        return "next"
    if _WORDS_ONLY.fullmatch(path):
        return "keep"
    return next((effect for rule, effect in _RULES if re.fullmatch(rule, path)), "keep")


def _loosens(path: str, kind: Kind, before: Any, after: Any) -> bool:
    """Return whether everything that was valid before stays valid."""
    if path == "questions.minimum":
        return bool(after < before)
    if path == "questions.maximum":
        return bool(after > before)
    if path == "questions.formats":
        # The first format is the default of new questions; here no format is removed.
        return set(before) <= set(after)
    if re.fullmatch(r"fields\.\w+\.multiple", path):
        return bool(after)
    if re.fullmatch(r"fields\.\w+\.required", path):
        return not after
    return kind == "moved"


_Difference = tuple[str, Kind, Any, Any]


def _differences(path: str, before: Any, after: Any) -> Iterator[_Difference]:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            key_path = f"{path}.{key}" if path else str(key)
            if key not in after:
                yield key_path, "removed", before[key], None
            elif key not in before:
                yield key_path, "added", None, after[key]
            else:
                yield from _differences(key_path, before[key], after[key])
        return
    if _is_list_with_ids(before) and _is_list_with_ids(after):
        old, new = (
            {element["id"]: element for element in part} for part in (before, after)
        )
        yield from _differences(path, old, new)
        if [part_id for part_id in old if part_id in new] != [
            part_id for part_id in new if part_id in old
        ]:
            yield path, "moved", list(old), list(new)
        return
    if _is_list_of_rounds(before) and _is_list_of_rounds(after):
        # Rounds have no ids and are identified by their position.
        old, new = (dict(enumerate(part, 1)) for part in (before, after))
        yield from _differences(path, old, new)
        return
    yield path, "changed", before, after


def _is_list_with_ids(part: Any) -> bool:
    return isinstance(part, list) and all(
        isinstance(element, Mapping) and "id" in element for element in part
    )


def _is_list_of_rounds(part: Any) -> bool:
    return isinstance(part, list) and all(
        isinstance(element, Mapping) and "id" not in element and "title" in element
        for element in part
    )


# Mappings: replacements for removed labels

Carrying = Mapping[str, str]
"""Maps the path of a removed field or choice to the id of its replacement, or to an
empty text if its values are dropped."""


class MappingProblem(NamedTuple):
    path: str
    reason: str


def mapping_problems(
    old: Protocol, new: Protocol, needed: Sequence[ProtocolChange], mapping: Carrying
) -> list[MappingProblem]:
    """Return why ``mapping`` cannot convert work that uses removed parts."""
    problems = []
    for change in needed:
        reason = _obstacle(old, new, change.path, mapping.get(change.path))
        if reason:
            problems.append(MappingProblem(change.path, reason))
    return problems


def _obstacle(old: Protocol, new: Protocol, path: str, target: str | None) -> str:
    """Return why ``target`` cannot replace the part at ``path``; empty if it can."""
    if target is None:
        return _("In use: choose a replacement.")
    _part, field_id, *choice = path.split(".")
    if choice:
        return _choice_obstacle(new.label(field_id), target)
    return _field_obstacle(old, new, field_id, target) if target else ""


def _choice_obstacle(field: LabelField, target: str) -> str:
    if target and field.choice(target) is None:
        return _("There is no value {target!r}.", target=target)
    if not target and field.required and not field.multiple:
        return _("This field is required: choose a replacement value.")
    return ""


def _field_obstacle(old: Protocol, new: Protocol, field_id: str, target: str) -> str:
    fields = {field.id: field for field in old.fields}
    removed = fields[field_id]
    replacement = next((field for field in new.fields if field.id == target), None)
    if replacement is None or replacement.kind != removed.kind:
        return _("There is no field {target!r} of the same kind.", target=target)
    if target in fields:
        return _("The field {target!r} has values of its own.", target=target)
    if not _has_all_values(removed, replacement):
        return _(
            "{target!r} does not have all values of {field_id!r}.",
            target=target,
            field_id=field_id,
        )
    if not _has_same_slots(removed, replacement):
        return _(
            "{target!r} has other slots than {field_id!r}.",
            target=target,
            field_id=field_id,
        )
    return ""


def _has_all_values(removed: AnyField, replacement: AnyField) -> bool:
    if removed.kind != "label" or replacement.kind != "label":
        return True
    if removed.multiple and not replacement.multiple:
        return False
    return all(replacement.choice(choice.id) is not None for choice in removed.choices)


def _has_same_slots(removed: AnyField, replacement: AnyField) -> bool:
    if removed.kind != "sentence" or replacement.kind != "sentence":
        return True
    slots = {slot.id for slot in removed.slots}
    return slots == {slot.id for slot in replacement.slots}


def map_values(record: Mapping[str, Any], mapping: Carrying) -> dict[str, Any]:
    """Return a record or draft with removed parts replaced or dropped."""
    result = {**record}
    for part in ("labels", "texts", "sentences"):
        if isinstance(record.get(part), Mapping):
            result[part] = _carried_part(record[part], mapping)
    return result


def _carried_part(values: Mapping[str, Any], mapping: Carrying) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for field, value in values.items():
        target = mapping.get(f"fields.{field}", field)
        if not target:
            continue
        result[target] = (
            map_choices(field, value, mapping) if isinstance(value, list) else value
        )
    return result


def map_choices(field: str, values: Sequence[str], mapping: Carrying) -> list[str]:
    """Return the chosen values with removed ones replaced or dropped, each once."""
    choice_ids = [
        mapping.get(f"fields.{field}.choices.{choice_id}", choice_id)
        for choice_id in values
    ]
    return list(dict.fromkeys(choice_id for choice_id in choice_ids if choice_id))
