"""Request parameters of a run: those given, else the model card's, else the protocol's."""

from collections.abc import Sequence

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.model_cards import ModelCard
from releases.records.models import Release
from subtext_protocol.publication import EvaluationRules, OpenTask, Setting
from subtext_protocol.rating import Judge
from subtext_runner.parameters import NOT_SENT, RequestParameters

_JUDGE_SAMPLING = {"temperature": 0.0, "top_p": 1.0}


def run_parameters(
    release: Release, setting: str, model: ServedModel, overrides: RequestParameters
) -> RequestParameters:
    """Return the parameters in which a run of ``model`` differs from the protocol.

    A value that all settings of the kind have anyway is left out: a run that asks for it
    is the same run. Raises InvalidInputError for a parameter that the backend does not
    have.
    """
    if unsupported := overrides.unsupported_by(model.backend):
        problem = _(
            "Models of the backend {backend} do not have this parameter.",
            backend=model.backend,
        )
        raise InvalidInputError(
            _("This run cannot send the parameter {name}.", name=unsupported[0]),
            [FieldProblem(f"parameters.{name}", problem) for name in unsupported],
        )
    card = ModelCard.objects.filter(project=release.project_id, model=model.name)
    presets = RequestParameters.model_validate(
        card.values_list("parameters", flat=True).first() or {}
    )
    parameters = overrides.with_presets(presets.supported_by(model.backend))
    return _without_defaults(
        parameters, _ways_beside(release.protocol.evaluation, setting)
    )


def _ways_beside(
    rules: EvaluationRules, setting: str
) -> Sequence[Setting | OpenTask | Judge]:
    """Return the settings, open tasks or judges among which ``setting`` is one."""
    if rules.setting(setting) is not None:
        return rules.settings
    if rules.open_task(setting) is not None:
        return rules.open_tasks
    return [rating.judge for rating in rules.ratings if rating.judge is not None]


def _without_defaults(
    parameters: RequestParameters, ways: Sequence[Setting | OpenTask | Judge]
) -> RequestParameters:
    return RequestParameters.model_validate(
        {
            name: value
            for name, value in parameters.data().items()
            if not _is_default(name, value, parameters, ways)
        }
    )


def _is_default(
    name: str,
    value: object,
    parameters: RequestParameters,
    ways: Sequence[Setting | OpenTask | Judge],
) -> bool:
    if name in ("reasoning_effort", "extra_body", "stream"):
        return not value
    if name == "top_p" and parameters.temperature == NOT_SENT:
        return False  # a setting's top-p is only sent with its temperature
    return all(value == getattr(way, name, _JUDGE_SAMPLING.get(name)) for way in ways)
