"""The protocol of a benchmark: one document, validated as a whole."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, Any, NamedTuple, Self

import yaml
from pydantic import Field, StringConstraints, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from projects.domain.protocol.fields import (
    AnyField,
    LabelField,
    SlotField,
    TextField,
)
from projects.domain.protocol.loading import Loader
from projects.domain.protocol.process import (
    AnnotationRules,
    BalanceRules,
    CurationRules,
    ItemRules,
    ReviewRules,
)
from projects.domain.protocol.publication import EvaluationRules, ReleaseRules
from projects.domain.protocol.questions import QuestionRules
from projects.domain.protocol.rating import REPLY, Only, Rating
from projects.domain.protocol.text import Language, LocalText, Part
from projects.domain.protocol.wording import reason_in

_Location = tuple[str | int, ...]


class Protocol(Part):
    """Everything that distinguishes one benchmark from another."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    name: str
    summary: LocalText
    language: Language
    """Language of the texts and questions that annotators write."""
    paper: str = ""
    item: ItemRules = ItemRules()
    balance: BalanceRules | None = None
    curation: CurationRules
    fields: Annotated[tuple[AnyField, ...], Field(min_length=1)]
    questions: QuestionRules
    annotation: AnnotationRules
    review: ReviewRules
    release: ReleaseRules
    evaluation: EvaluationRules

    @model_validator(mode="after")
    def _references_resolve(self) -> Self:
        errors = [
            InitErrorDetails(
                type=PydanticCustomError("reference", "{reason}", {"reason": reason}),
                loc=location,
                input=None,
            )
            for location, reason in self._broken_references()
        ]
        if errors:
            raise ValidationError.from_exception_data(type(self).__name__, errors)
        return self

    def _broken_references(self) -> Iterator[tuple[_Location, str]]:
        """Yield the locations of unresolved references, with reasons."""
        fields: set[str] = set()
        for at, field in enumerate(self.fields):
            if field.id in fields:
                yield ("fields", at, "id"), f"two fields have the same id {field.id!r}"
            fields.add(field.id)
            if isinstance(field, LabelField):
                yield from self._broken_parents(at, field)
        labels = {field.id for field in self.labels}
        named: list[tuple[_Location, str | None]] = [
            (("evaluation", "frequent_by"), self.evaluation.frequent_by)
        ]
        for at, field in enumerate(self.fields):
            if isinstance(field, TextField) and field.terms is not None:
                named.append((("fields", at, "terms", "under"), field.terms.under))
        for at, split in enumerate(self.release.splits):
            named.append((("release", "splits", at, "per"), split.per))
        if self.balance is not None:
            named.append((("balance", "by"), self.balance.by))
        for at, slice_id in enumerate(self.evaluation.slices):
            named.append((("evaluation", "slices", at), slice_id))
        for at, setting in enumerate(self.evaluation.settings):
            path = ("evaluation", "settings", at, "keywords")
            named.append((path, setting.keywords))
        for floor in self.review.agreement_floor:
            named.append((("review", "agreement_floor", floor), floor))
        for at, rating in enumerate(self.evaluation.ratings):
            for nth, slice_id in enumerate(rating.slices):
                named.append((("evaluation", "ratings", at, "slices", nth), slice_id))
        for location, label in named:
            if label is not None and label not in labels:
                yield location, f"there is no label field {label!r}"
        for at, model in enumerate(self.evaluation.models):
            for nth, setting_id in enumerate(model.settings):
                if self.evaluation.setting(setting_id) is None:
                    location = ("evaluation", "models", at, "settings", nth)
                    yield location, f"there is no setting {setting_id!r}"
        for at, task in enumerate(self.evaluation.open_tasks):
            if task.reference not in fields:
                reason = f"there is no field {task.reference!r}"
                yield ("evaluation", "open_tasks", at, "reference"), reason
            location = ("evaluation", "open_tasks", at, "only")
            yield from self._broken_choices(location, task.only)
            for name in task.named_in_example:
                if name not in self._written:
                    location = ("evaluation", "open_tasks", at, "example")
                    reason = f"no value for {{{name}}}"
                    yield location, reason
        for at, rating in enumerate(self.evaluation.ratings):
            yield from self._broken_rating(
                ("evaluation", "ratings", at), rating, fields
            )
        yield from self._broken_making()
        if self.review.decided_by == "together" and self.annotation.people < 2:
            reason = "a consensus needs at least two annotators"
            yield ("review", "decided_by"), reason
        if self.evaluation.most_shots and not any(
            split.shots for split in self.release.splits
        ):
            reason = "a few-shot setting needs a split with shots"
            yield ("release", "splits"), reason

    def _broken_making(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        slots = {one.id: {slot.id for slot in one.slots} for one in self.sentences}
        for at, fixed in enumerate(self.questions.fixed):
            if fixed.made is None:
                continue
            location = ("questions", "fixed", at, "made")
            there = slots.get(fixed.made.field)
            if there is None:
                yield (
                    (*location, "field"),
                    f"there is no sentence field {fixed.made.field!r}",
                )
            elif fixed.made.slot not in there:
                reason = f"{fixed.made.field!r} has no slot {fixed.made.slot!r}"
                yield (*location, "slot"), reason
            elif fixed.made.distractors == "slots" and self.questions.options_of(
                fixed.id
            ) != len(there):
                reason = "the options are the slots: their numbers must be equal"
                yield (*location, "distractors"), reason

    def _broken_parents(
        self, at: int, field: LabelField
    ) -> Iterator[tuple[_Location, str]]:
        parent = next((one for one in self.labels if one.id == field.parent), None)
        if field.parent is not None and (parent is None or parent is field):
            reason = f"there is no other label field {field.parent!r}"
            yield ("fields", at, "parent"), reason
            return
        if self._stands_above_itself(field):
            yield ("fields", at, "parent"), f"{field.id!r} would be its own parent"
            return
        for nth, choice in enumerate(field.choices):
            location = ("fields", at, "choices", nth, "parent")
            if parent is None and choice.parent is not None:
                yield location, "its field has no parent"
            elif parent is not None and choice.parent is None:
                yield location, f"must name a value of {parent.id!r}"
            elif parent and choice.parent and parent.choice(choice.parent) is None:
                yield location, f"{parent.id!r} has no value {choice.parent!r}"

    def _stands_above_itself(self, field: LabelField) -> bool:
        parents = {one.id: one.parent for one in self.labels}
        above, seen = field.parent, set[str]()
        while above is not None and above not in seen:
            if above == field.id:
                return True
            seen.add(above)
            above = parents.get(above)
        return False

    def _broken_rating(
        self, path: _Location, rating: Rating, fields: Set[str]
    ) -> Iterator[tuple[_Location, str]]:
        task = rating.replies_of
        if task is not None and self.evaluation.open_task(task) is None:
            yield (*path, "replies_of"), f"there is no open task {task!r}"
        for nth, field in enumerate(rating.shown):
            if field not in fields:
                yield (*path, "shown", nth), f"there is no field {field!r}"
        yield from self._broken_choices((*path, "only"), rating.only)
        if rating.judge is not None:
            written = {field.id for field in (*self.texts, *self.sentences)}
            for name in rating.judge.named:
                if name != REPLY and name not in written:
                    reason = f"no value for {{{name}}}"
                    yield (*path, "judge", "prompt"), reason

    def _broken_choices(
        self, path: _Location, only: Only
    ) -> Iterator[tuple[_Location, str]]:
        labels = {field.id: field for field in self.labels}
        for field_id, choices in only.items():
            if field_id not in labels:
                yield (*path, field_id), f"there is no label field {field_id!r}"
                continue
            for nth, choice in enumerate(choices):
                if labels[field_id].choice(choice) is None:
                    reason = f"{field_id!r} has no value {choice!r}"
                    yield (*path, field_id, nth), reason

    @property
    def _written(self) -> Set[str]:
        """Ids of all texts and sentences of a final record, and of sentence slots."""
        slots = {f"{one.id}.{slot.id}" for one in self.sentences for slot in one.slots}
        return slots | {field.id for field in (*self.texts, *self.sentences)}

    @property
    def labels(self) -> tuple[LabelField, ...]:
        return tuple(f for f in self.fields if isinstance(f, LabelField))

    @property
    def texts(self) -> tuple[TextField, ...]:
        return tuple(f for f in self.fields if isinstance(f, TextField))

    @property
    def sentences(self) -> tuple[SlotField, ...]:
        return tuple(f for f in self.fields if isinstance(f, SlotField))

    def label(self, field_id: str) -> LabelField:
        """Return the label field with this id. Raises KeyError when there is none."""
        for field in self.labels:
            if field.id == field_id:
                return field
        raise KeyError(field_id)

    def levels(self, field_id: str) -> tuple[LabelField, ...]:
        """Return the label fields above this one, the widest first, then itself."""
        found = [self.label(field_id)]
        while found[0].parent is not None:
            found.insert(0, self.label(found[0].parent))
        return tuple(found)

    @property
    def trees(self) -> tuple[tuple[LabelField, ...], ...]:
        """Return, for each label field without children, its levels from the widest."""
        above = {field.parent for field in self.labels}
        return tuple(
            self.levels(field.id) for field in self.labels if field.id not in above
        )

    def canonical_json(self) -> str:
        """Return the document as canonical JSON, for hashing and comparison."""
        return json.dumps(
            self.model_dump(mode="json"),
            ensure_ascii=False,
            sort_keys=True,
            separators=(",", ":"),
        )

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.canonical_json().encode()).hexdigest()


class ProtocolProblem(NamedTuple):
    """A problem of a document: its dotted path and the reason."""

    path: str
    reason: str
    kind: str = ""
    """Type of Pydantic's error, if Pydantic found the problem."""
    values: Mapping[str, Any] = {}
    """Values in Pydantic's message."""

    def reason_in(self, language: Language) -> str:
        """Return the reason in the reader's language."""
        return reason_in(language, self.reason, self.kind, self.values)


class ProtocolError(ValueError):
    """An invalid protocol; the message names the file, the paths and the reasons."""

    def __init__(self, origin: str, problems: Sequence[ProtocolProblem]) -> None:
        self.origin = origin
        self.problems = list(problems)
        lines = [f"{origin}: {p.path or 'document'}: {p.reason}" for p in problems]
        super().__init__("\n".join(lines))


def protocol_from_data(data: object, *, origin: str) -> Protocol:
    """Validate a parsed document. Raises ProtocolError naming ``origin``."""
    if not isinstance(data, Mapping):
        raise ProtocolError(origin, [ProtocolProblem("", "is not a mapping")])
    try:
        return Protocol.model_validate(data)
    except ValidationError as error:
        problems = [
            ProtocolProblem(
                _dotted_path(data, detail["loc"], detail["type"] == "missing"),
                detail["msg"].removeprefix("Value error, "),
                detail["type"],
                detail.get("ctx", {}),
            )
            for detail in error.errors(include_url=False)
        ]
        raise ProtocolError(origin, problems) from error


def _dotted_path(
    data: Mapping[object, object], location: Sequence[str | int], missing: bool
) -> str:
    """Return Pydantic's location as a path in the document.

    Pydantic adds the names of union members to a location. They are no keys of the
    document, so they are dropped. The last part of a ``missing`` location is the key
    that is absent.
    """
    here: object = data
    path: list[str] = []
    for part in location:
        inside = dict(enumerate(here)) if isinstance(here, list) else here
        if isinstance(inside, Mapping) and part in inside:
            here = inside[part]
            path.append(str(part))
    if missing:
        path.append(str(location[-1]))
    return ".".join(path)


def protocol_from_yaml(text: str, *, origin: str) -> Protocol:
    """Read and validate a YAML document. Raises ProtocolError naming ``origin``."""
    return protocol_from_data(data_from_yaml(text, origin=origin), origin=origin)


def data_from_yaml(text: str, *, origin: str) -> object:
    """Read a YAML document without validating it. Raises ProtocolError for bad YAML."""
    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506 (a SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        # ValueError: an impossible date or number; RecursionError: nested too deeply.
        # The parser's note that it read a string and not a file is dropped.
        reason = " ".join(str(error).replace('in "<unicode string>", ', "").split())
        raise ProtocolError(origin, [ProtocolProblem("", reason)]) from error


def yaml_of(data: object) -> str:
    """Return the document as YAML, its keys in their order."""
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=88)
