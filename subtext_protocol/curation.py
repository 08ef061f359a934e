"""Rules of curation: the parameters of every stage, by the stage's id.

The stages are plug-ins of a later package, which fills in their parameters here. A
process without that package (an evaluation worker) takes the rules as they are.
"""

from typing import Any, ClassVar, NamedTuple, cast

from pydantic import (
    AliasChoices,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    create_model,
    model_serializer,
)
from pydantic import SerializerFunctionWrapHandler as Dump
from pydantic_core import CoreSchema

from core.ports import KeyedPort
from subtext_protocol.text import Part


class StageRules(NamedTuple):
    """The rules of one stage as a protocol document holds them."""

    parameters: type[Part]
    required: bool
    """Whether every protocol must give the parameters."""
    on_by_default: bool
    """Whether the stage runs where a protocol does not name it."""
    earlier_id: str = ""
    """The key in documents of earlier versions."""

    def pydantic_field(self, stage_id: str) -> tuple[Any, Any]:
        """Return type and default of the stage's key, as ``create_model`` takes them.

        A stage that is off by default is ``None`` until a document names it.
        """
        keys = [key for key in (stage_id, self.earlier_id) if key]
        about: dict[str, Any] = {
            "description": self.parameters.__doc__,
            "validation_alias": AliasChoices(*keys),
        }
        if self.required:
            return self.parameters, Field(**about)
        if self.on_by_default:
            return self.parameters, Field(default=self.parameters(), **about)
        return self.parameters | None, Field(default=None, **about)


STAGE_RULES: KeyedPort[str, StageRules] = KeyedPort("subtext_protocol.curation")
"""The rules of the installed stages, by id, before the first protocol is read."""


class CurationRules(Part):
    """The parameters of each stage of curation that is on."""

    model_config = ConfigDict(extra="allow")
    _names_stages: ClassVar[bool] = False

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if cls._names_stages or not STAGE_RULES:
            return handler(source)
        fields: dict[str, Any] = {
            stage_id: rules.pydantic_field(stage_id)
            for stage_id, rules in STAGE_RULES.items()
        }
        known = create_model(
            "CurationRules", __base__=_KnownStages, __doc__=cls.__doc__, **fields
        )
        return handler.generate_schema(known)

    @model_serializer(mode="wrap")
    def _without_stages_that_are_off(self, dump: Dump) -> dict[str, Any]:
        return {key: value for key, value in dump(self).items() if value is not None}

    def rules_of_stage(self, stage_id: str) -> Part | None:
        """Return the parameters of a stage, or None where it is off."""
        return cast("Part | None", getattr(self, stage_id, None))


class _KnownStages(CurationRules):
    """Only the stages that are installed; other keys are errors."""

    model_config = ConfigDict(extra="forbid")
    _names_stages: ClassVar[bool] = True
