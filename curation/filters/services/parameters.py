"""Checking the parameters that somebody asks of a stage."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.filters.selectors.runs import AutomaticStage, current_parameters
from projects.models import Project
from subtext_protocol.wording import validation_error_reason


def checked_parameters(
    project: Project,
    stage: AutomaticStage,
    values: Mapping[str, Any],
    *,
    within: str = "",
) -> dict[str, Any]:
    """Return the current parameters of a stage with ``values`` in place of some.

    Raises InvalidInputError naming each parameter that is unknown or not valid, by its
    path ``within`` the input.
    """
    parameters = {**current_parameters(project, stage), **values}
    try:
        valid = stage.parameters.model_validate(parameters)
    except ValidationError as error:
        problems = [
            FieldProblem(
                within + ".".join(map(str, issue["loc"])),
                _("{message}.", message=validation_error_reason(issue)),
            )
            for issue in error.errors(include_url=False)
        ]
        raise InvalidInputError(
            _("The stage cannot run with these parameters."), problems
        ) from error
    return dict(valid.model_dump(mode="json"))
