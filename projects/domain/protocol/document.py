"""The whole protocol of a benchmark: data, one document, checked as a whole."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, NamedTuple, Self

import yaml
from pydantic import Field, StringConstraints, ValidationError, model_validator

from projects.domain.protocol.fields import AnyField, LabelField, TextField
from projects.domain.protocol.process import (
    AnnotationRules,
    CurationRules,
    ItemRules,
    ReviewRules,
)
from projects.domain.protocol.publication import EvaluationRules, ReleaseRules
from projects.domain.protocol.questions import QuestionRules
from projects.domain.protocol.text import Language, LocalText, Part


class Protocol(Part):
    """Everything that makes one benchmark different from another."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    name: str
    summary: LocalText
    language: Language
    """Language of the texts and questions that annotators write."""
    paper: str = ""
    item: ItemRules = ItemRules()
    curation: CurationRules
    fields: Annotated[tuple[AnyField, ...], Field(min_length=1)]
    questions: QuestionRules
    annotation: AnnotationRules
    review: ReviewRules
    release: ReleaseRules
    evaluation: EvaluationRules

    @model_validator(mode="after")
    def _references_resolve(self) -> Self:
        ids = [field.id for field in self.fields]
        if len(set(ids)) != len(ids):
            raise ValueError("fields: two fields have the same id")
        labels = {field.id for field in self.labels}
        evaluation = self.evaluation
        references: dict[str, list[str | None]] = {
            "evaluation.slices": list(evaluation.slices),
            "evaluation.frequent_by": [evaluation.frequent_by],
            "evaluation.settings.keywords": [s.keywords for s in evaluation.settings],
            "review.agreement_floor": list(self.review.agreement_floor),
            "fields.parent": [field.parent for field in self.labels],
        }
        for path, named in references.items():
            for reference in named:
                if reference is not None and reference not in labels:
                    raise ValueError(f"{path}: there is no label field {reference!r}")
        settings = {setting.id for setting in evaluation.settings}
        for model in evaluation.models:
            for setting in model.settings:
                if setting not in settings:
                    raise ValueError(
                        f"evaluation.models: there is no setting {setting!r}"
                    )
        if any(setting.shots for setting in evaluation.settings) and not any(
            split.shots for split in self.release.splits
        ):
            raise ValueError(
                "release.splits: a few-shot setting needs a split marked shots"
            )
        return self

    @property
    def labels(self) -> tuple[LabelField, ...]:
        return tuple(f for f in self.fields if isinstance(f, LabelField))

    @property
    def texts(self) -> tuple[TextField, ...]:
        return tuple(f for f in self.fields if isinstance(f, TextField))

    def label(self, field_id: str) -> LabelField:
        """The label field of that id; KeyError when there is none."""
        for field in self.labels:
            if field.id == field_id:
                return field
        raise KeyError(field_id)

    def canonical_json(self) -> str:
        """The document in one form only, for hashing and comparing."""
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
    """One thing wrong with a document: where (dotted path) and why."""

    path: str
    reason: str


class ProtocolError(ValueError):
    """A document that is no protocol; says which file, where and why."""

    def __init__(self, origin: str, problems: list[ProtocolProblem]) -> None:
        self.origin = origin
        self.problems = problems
        lines = [f"{origin}: {p.path or 'document'}: {p.reason}" for p in problems]
        super().__init__("\n".join(lines))


def protocol_from_data(data: object, *, origin: str) -> Protocol:
    """Check a parsed document. Raises ProtocolError naming ``origin``."""
    if not isinstance(data, Mapping):
        raise ProtocolError(origin, [ProtocolProblem("", "is not a mapping")])
    try:
        return Protocol.model_validate(data)
    except ValidationError as error:
        problems = [
            ProtocolProblem(
                ".".join(str(part) for part in detail["loc"]),
                detail["msg"].removeprefix("Value error, "),
            )
            for detail in error.errors(include_url=False)
        ]
        raise ProtocolError(origin, problems) from error


def protocol_from_yaml(text: str, *, origin: str) -> Protocol:
    """Read and check a YAML document. Raises ProtocolError naming ``origin``."""
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        reason = str(error).replace("\n", " ")
        raise ProtocolError(origin, [ProtocolProblem("", reason)]) from error
    return protocol_from_data(data, origin=origin)
