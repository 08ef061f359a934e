"""The protocol of a benchmark: one document, validated as a whole."""

import hashlib
import json
from collections.abc import Iterator, Set
from typing import Annotated, Self

from pydantic import (
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from core.domain.texts import _
from subtext_protocol.curation import CurationRules
from subtext_protocol.fields import AnyField, LabelField, SlotField, TextField
from subtext_protocol.process import (
    AnnotationRules,
    BalanceRules,
    ItemRules,
    ReviewRules,
)
from subtext_protocol.publication import EvaluationRules, OpenTask, ReleaseRules
from subtext_protocol.questions import QuestionRules
from subtext_protocol.rating import REPLY, Only, Rating
from subtext_protocol.text import Language, LocalText, Part

_Location = tuple[str | int, ...]
_Problem = tuple[_Location, str]


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

    def _broken_references(self) -> Iterator[_Problem]:
        """Yield the locations of unresolved references, with reasons."""
        yield from self._broken_fields()
        labels = {field.id for field in self.labels}
        for location, label in self._label_references():
            if label is not None and label not in labels:
                yield location, _("there is no label field {id!r}", id=label)
        yield from self._broken_evaluation()
        yield from self._broken_generation_rules()
        if self.review.decided_by == "together" and self.annotation.people < 2:
            reason = _("a consensus needs at least two annotators")
            yield ("review", "decided_by"), reason
        if self.evaluation.most_shots and not any(
            split.shots for split in self.release.splits
        ):
            reason = _("a few-shot setting needs a split with shots")
            yield ("release", "splits"), reason

    def _broken_fields(self) -> Iterator[_Problem]:
        seen: set[str] = set()
        for at, field in enumerate(self.fields):
            if field.id in seen:
                reason = _("two fields have the same id {id!r}", id=field.id)
                yield ("fields", at, "id"), reason
            seen.add(field.id)
            if isinstance(field, LabelField):
                yield from self._broken_parents(at, field)

    def _label_references(self) -> Iterator[tuple[_Location, str | None]]:
        """Yield what names a label field, with its location."""
        evaluation = self.evaluation
        yield ("evaluation", "frequent_by"), evaluation.frequent_by
        for at, field in enumerate(self.fields):
            if isinstance(field, TextField) and field.terms is not None:
                yield ("fields", at, "terms", "under"), field.terms.under
        for at, split in enumerate(self.release.splits):
            yield ("release", "splits", at, "per"), split.per
        if self.balance is not None:
            yield ("balance", "by"), self.balance.by
        for at, slice_id in enumerate(evaluation.slices):
            yield ("evaluation", "slices", at), slice_id
        for at, setting in enumerate(evaluation.settings):
            yield ("evaluation", "settings", at, "keywords"), setting.keywords
        for floor in self.review.agreement_floor:
            yield ("review", "agreement_floor", floor), floor
        for at, rating in enumerate(evaluation.ratings):
            for nth, slice_id in enumerate(rating.slices):
                yield ("evaluation", "ratings", at, "slices", nth), slice_id

    def _broken_evaluation(self) -> Iterator[_Problem]:
        evaluation = self.evaluation
        counted, splits = evaluation.frequent_in, self.release.splits
        if counted is not None and counted not in {split.id for split in splits}:
            reason = _("there is no split {id!r}", id=counted)
            yield ("evaluation", "frequent_in"), reason
        for at, model in enumerate(evaluation.models):
            for nth, setting_id in enumerate(model.settings):
                if evaluation.setting(setting_id) is None:
                    location = ("evaluation", "models", at, "settings", nth)
                    yield location, _("there is no setting {id!r}", id=setting_id)
        fields = {field.id for field in self.fields}
        for at, task in enumerate(evaluation.open_tasks):
            yield from self._broken_task(("evaluation", "open_tasks", at), task, fields)
        for at, rating in enumerate(evaluation.ratings):
            yield from self._broken_rating(
                ("evaluation", "ratings", at), rating, fields
            )

    def _broken_task(
        self, path: _Location, task: OpenTask, fields: Set[str]
    ) -> Iterator[_Problem]:
        if task.reference not in fields:
            reason = _("there is no field {id!r}", id=task.reference)
            yield (*path, "reference"), reason
        yield from self._broken_choices((*path, "only"), task.only)
        for name in task.named_in_example:
            if name not in self._text_names:
                yield (*path, "example"), _("no value for {{{name}}}", name=name)

    def _broken_generation_rules(self) -> Iterator[_Problem]:
        slots = {
            sentence.id: {slot.id for slot in sentence.slots}
            for sentence in self.sentences
        }
        synthetic = self.release.synthetic
        if synthetic and synthetic.field not in slots:
            reason = _("there is no sentence field {id!r}", id=synthetic.field)
            yield ("release", "synthetic", "field"), reason
        for at, fixed in enumerate(self.questions.fixed):
            if fixed.made is None:
                continue
            location = ("questions", "fixed", at, "made")
            slot_ids = slots.get(fixed.made.field)
            if slot_ids is None:
                reason = _("there is no sentence field {id!r}", id=fixed.made.field)
                yield (*location, "field"), reason
            elif fixed.made.slot not in slot_ids:
                reason = _(
                    "{field!r} has no slot {slot!r}",
                    field=fixed.made.field,
                    slot=fixed.made.slot,
                )
                yield (*location, "slot"), reason
            elif fixed.made.distractors == "slots" and self.questions.option_count(
                fixed.id
            ) != len(slot_ids):
                reason = _("the options are the slots: their numbers must be equal")
                yield (*location, "distractors"), reason

    def _broken_parents(self, at: int, field: LabelField) -> Iterator[_Problem]:
        parent = next(
            (
                label_field
                for label_field in self.labels
                if label_field.id == field.parent
            ),
            None,
        )
        if field.parent is not None and (parent is None or parent is field):
            reason = _("there is no other label field {id!r}", id=field.parent)
            yield ("fields", at, "parent"), reason
            return
        if self._is_own_ancestor(field):
            reason = _("{id!r} would be its own parent", id=field.id)
            yield ("fields", at, "parent"), reason
            return
        for nth, choice in enumerate(field.choices):
            location = ("fields", at, "choices", nth, "parent")
            if parent is None and choice.parent is not None:
                yield location, _("its field has no parent")
            elif parent is not None and choice.parent is None:
                yield location, _("must name a value of {id!r}", id=parent.id)
            elif parent and choice.parent and parent.choice(choice.parent) is None:
                yield location, _no_value(parent.id, choice.parent)

    def _is_own_ancestor(self, field: LabelField) -> bool:
        parents = {label_field.id: label_field.parent for label_field in self.labels}
        above, seen = field.parent, set[str]()
        while above is not None and above not in seen:
            if above == field.id:
                return True
            seen.add(above)
            above = parents.get(above)
        return False

    def _broken_rating(
        self, path: _Location, rating: Rating, fields: Set[str]
    ) -> Iterator[_Problem]:
        task = rating.replies_of
        if task is not None and self.evaluation.open_task(task) is None:
            yield (*path, "replies_of"), _("there is no open task {id!r}", id=task)
        for nth, field in enumerate(rating.shown):
            if field not in fields:
                yield (*path, "shown", nth), _("there is no field {id!r}", id=field)
        yield from self._broken_choices((*path, "only"), rating.only)
        if rating.judge is not None:
            text_ids = {field.id for field in (*self.texts, *self.sentences)}
            for name in rating.judge.placeholder_names:
                if name != REPLY and name not in text_ids:
                    reason = _("no value for {{{name}}}", name=name)
                    yield (*path, "judge", "prompt"), reason

    def _broken_choices(self, path: _Location, only: Only) -> Iterator[_Problem]:
        labels = {field.id: field for field in self.labels}
        for field_id, choices in only.items():
            if field_id not in labels:
                reason = _("there is no label field {id!r}", id=field_id)
                yield (*path, field_id), reason
                continue
            for nth, choice in enumerate(choices):
                if labels[field_id].choice(choice) is None:
                    yield (*path, field_id, nth), _no_value(field_id, choice)

    @property
    def _text_names(self) -> Set[str]:
        """Ids of all texts and sentences of a final record, and of sentence slots."""
        slots = {
            f"{sentence.id}.{slot.id}"
            for sentence in self.sentences
            for slot in sentence.slots
        }
        return slots | {field.id for field in (*self.texts, *self.sentences)}

    def guideline_texts(self) -> Iterator[tuple[str, dict[Language, str]]]:
        """Yield the path and the text of all that may hold images for annotators."""
        yield "annotation.guidelines", self.annotation.guidelines
        for at, field in enumerate(self.fields):
            for number, example in enumerate(field.examples):
                yield f"fields.{at}.examples.{number}", example

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
        levels = [self.label(field_id)]
        while levels[0].parent is not None:
            levels.insert(0, self.label(levels[0].parent))
        return tuple(levels)

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


def _no_value(field_id: str, value: str) -> str:
    return _("{id!r} has no value {value!r}", id=field_id, value=value)
