"""Testing the connection to a model server, in a job because the server may be slow."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from core.domain.texts import _, store_text
from core.environment.models import MODEL_KEY
from core.errors import ConflictError
from core.job_kinds import Progress
from core.jobs import cancel_job, enqueue_job
from core.models import Job, JobStatus
from core.selectors import get_or_missing, list_jobs
from core.services import Actor
from evaluation.dispatch.selectors.endpoints import get_endpoint
from evaluation.dispatch.selectors.run_parameters import run_parameters
from evaluation.job_kinds import CONNECTION_TEST
from evaluation.runs.domain.served_models import ServedModel
from projects.models import Project
from releases.records.models import Release
from releases.records.selectors.files import release_uri
from subtext_runner import records
from subtext_runner.parameters import NO_PARAMETERS, RequestParameters

# These modules load boto3, which a web process does not need otherwise.


def request_connection_test(
    *,
    release: Release,
    endpoint: str,
    model: str,
    setting: str,
    parameters: RequestParameters = NO_PARAMETERS,
    actor: Actor,
) -> Job:
    """Enqueue a test that lists the models at ``endpoint`` and asks ``model`` a question.

    Without a model, nothing is asked. A test that waits for a worker gives way to this
    one. Raises InvalidInputError (endpoint, parameters), and ConflictError while another
    one runs.
    """
    requested = {
        "release": release.pk,
        "endpoint": endpoint,
        "model": model,
        "setting": setting,
        "parameters": parameters.data(),
    }
    _spec(release, requested)
    tests = _tests(release.project)
    for waiting in tests.filter(status=JobStatus.QUEUED):
        cancel_job(job=waiting, actor=actor)
    # The page shows the last one only.
    tests.filter(requested_by=actor.user.pk if actor.user else None).exclude(
        status__in=[JobStatus.QUEUED, JobStatus.RUNNING]
    ).delete()
    try:
        return enqueue_job(
            kind=CONNECTION_TEST,
            scope_id=release.project_id,
            actor=actor,
            parameters=requested,
        )
    except ConflictError as error:
        raise ConflictError(
            _(
                "Another connection test of this project is running. Try again in a "
                "minute."
            )
        ) from error


def get_connection_test(project: Project, job_id: int) -> Job:
    """Return a project's connection test. Raises NotFoundError."""
    message = _("This project has no such connection test. Start it again.")
    return get_or_missing(_tests(project).filter(pk=job_id), message)


def run_connection_test(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Do the test, with the addresses and keys of this process's environment."""
    # Web processes do without the clients of models.
    from evaluation.runs.selectors.stored_releases import (  # noqa: PLC0415
        StoredRelease,
    )
    from subtext_runner.connection import check_connection  # noqa: PLC0415

    requested = job.parameters
    release = Release.objects.get(pk=requested["release"])
    spec = _spec(release, requested)
    connection = check_connection(
        spec, ask=bool(requested["model"]), location=StoredRelease(release)
    )
    variable = spec.model.api_key_variable
    return {
        "models": list(connection.models),
        "answer": connection.answer,
        "seconds": connection.seconds,
        "problem": store_text(connection.problem),
        "key_variable": variable,
        "has_key": MODEL_KEY.with_name(variable).is_set,
    }


def _tests(project: Project) -> QuerySet[Job]:
    return list_jobs(project.pk).filter(kind=CONNECTION_TEST)


def _spec(release: Release, requested: Mapping[str, Any]) -> records.RunSpec:
    endpoint, model = requested["endpoint"], requested["model"]
    known = get_endpoint(release.project, endpoint) if endpoint else None
    return records.spec_from_data(
        {
            "run": "connection-test",
            "release": {
                "uri": release_uri(release),
                "sha256": release.manifest_sha256,
            },
            "model": {
                "name": model or "-",
                "backend": "openai",
                "base_url": known.address if known else None,
                "api_key_variable": (known.key_variable if known else MODEL_KEY.name),
            },
            "setting": requested["setting"],
            "judged": None,
            "splits": [release.protocol.release.main_split],
            "seed": 0,
            "parameters": run_parameters(
                release,
                requested["setting"],
                ServedModel(name=model, backend="openai"),
                RequestParameters.model_validate(requested["parameters"]),
            ).data(),
            "answered": [],
        }
    )
