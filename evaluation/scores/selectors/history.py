"""Model runs and image-dependence decisions in the history of a project."""

from collections.abc import Collection, Mapping

from annotation.items.models.items import Item
from core.domain.texts import _
from evaluation.runs.domain.baselines import FREQUENT_CHOICE, RANDOM_CHOICE
from evaluation.runs.models.runs import Run
from evaluation.scores.models.image_dependence import ImageDependenceReview
from projects.history.selectors import localize_title
from projects.models import Project

_BASELINES = {
    RANDOM_CHOICE: _("Random choice"),
    FREQUENT_CHOICE: _("Frequent choice"),
}


def run_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of runs: model, setting, and the version of the release."""
    runs = Run.objects.filter(pk__in=ids).select_related("release__protocol_version")
    return {run.pk: _run_name(run) for run in runs}


def _run_name(run: Run) -> str:
    model, version = _BASELINES.get(run.model, run.model), run.release.version
    if not run.setting_title:
        return _("Run of {model} on release {version}", model=model, version=version)
    return _(
        "Run of {model} ({setting}) on release {version}",
        model=model,
        setting=localize_title(run.setting_title),
        version=version,
    )


def image_dependence_names(project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of image-dependence decisions: the numbers of their items."""
    items = dict(
        ImageDependenceReview.objects.filter(pk__in=ids).values_list("pk", "item_id")
    )
    numbers = dict(
        Item.objects.filter(project=project, pk__in=items.values()).values_list(
            "pk", "number"
        )
    )
    return {
        check_id: _("Image-dependence check of item {number}", number=numbers[item_id])
        for check_id, item_id in items.items()
        if item_id in numbers
    }
