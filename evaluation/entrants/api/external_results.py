"""API of external results: imports, entrants and their submissions."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.translation import translate
from evaluation.entrants.models.external_results import Entrant, Submission
from evaluation.entrants.selectors.external_results import (
    entrant_by_key,
    get_entrant,
    list_entrants,
    list_submissions,
    submissions_left_today,
)
from evaluation.entrants.services.external_results import (
    ExternalFile,
    admit_entrant,
    import_results,
    revoke_entrant,
    submit_predictions,
)
from evaluation.runs.api.run_context import run_context
from evaluation.runs.api.run_serializers import RUN_STATES, RunSerializer
from evaluation.runs.api.serializers import TallySerializer
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    PublicView,
    page_schema,
    validate_input,
)
from projects.roles import MAINTAINERS
from releases.records.selectors.releases import get_release
from reporting.statistics.significance import SMALL

MOST_BYTES = 64 * 1024 * 1024


class FileInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(
        help_text="Version of the release that was answered."
    )
    model = serializers.CharField(max_length=200)
    setting = serializers.CharField(required=False, allow_blank=True, default="")
    file = serializers.FileField(help_text="JSON lines or one JSON array.")

    def validate_file(self, file: Any) -> Any:
        if file.size > MOST_BYTES:
            raise serializers.ValidationError(
                translate(_("The file is larger than 64 MiB."))
            )
        return file


class ImportInputSerializer(FileInputSerializer):
    revision = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=200
    )
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=2000,
        help_text="Who computed the results, with what, and when.",
    )
    by_people = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether people wrote the answers (human baseline).",
    )


class EntrantInputSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    daily_limit = serializers.IntegerField(min_value=1, max_value=100, default=2)


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    left_today = serializers.SerializerMethodField()

    class Meta:
        model = Entrant
        fields = ["id", "name", "daily_limit", "active", "left_today", "created_at"]

    def get_left_today(self, entrant: Entrant) -> int:
        return submissions_left_today(entrant)


class EntrantKeySerializer(EntrantSerializer):
    """Entrant with its access ``key`` from the context; the key is shown only once."""

    key = serializers.SerializerMethodField()

    class Meta(EntrantSerializer.Meta):
        fields = [*EntrantSerializer.Meta.fields, "key"]

    def get_key(self, entrant: Entrant) -> str:
        return str(self.context["key"])


class SubmissionSerializer(serializers.Serializer[Any]):
    """Scored submission as entrants see it: rates, but no answers.

    Labels are included only with enough questions. A worker scores the file: before the
    status is ``finished``, ``overall`` is null.
    """

    status = serializers.ChoiceField(choices=RUN_STATES, source="run.status")
    version = serializers.CharField(source="run.release.version")
    model = serializers.CharField(source="run.model")
    setting = serializers.CharField(source="run.setting")
    submitted_at = serializers.DateTimeField(source="run.created_at")
    overall = TallySerializer(source="run.overall", allow_null=True, read_only=True)
    slices = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.DictField(child=serializers.DictField(child=TallySerializer()))
    )
    def get_slices(self, submission: Submission) -> Any:
        """Return tallies by label; small ones are left out, as they reveal answers."""
        return {
            field: {
                choice: TallySerializer(tally).data
                for choice, tally in tallies.items()
                if tally["n"] >= SMALL
            }
            for field, tallies in submission.run.scores.get("slices", {}).items()
        }


class EntrantStandingSerializer(serializers.Serializer[Any]):
    """Entrant's submissions, and how many more may be scored today."""

    name = serializers.CharField()
    daily_limit = serializers.IntegerField()
    left_today = serializers.IntegerField()
    submissions = SubmissionSerializer(many=True)


class ResultsImportView(OrganizerView):
    """Import of responses that were computed elsewhere."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="results_import",
        request={"multipart/form-data": ImportInputSerializer},
        responses={201: RunSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validate_input(ImportInputSerializer, request.data)
        run = import_results(
            release=get_release(self.project, data["version"]),
            file=_file(data),
            actor=self.actor,
        )
        return Response(RunSerializer(run, context=run_context([run])).data, status=201)


class EntrantView(ViewSetMixin, ProjectView):
    """Entrants who may submit predictions."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="entrant_list", responses=page_schema(EntrantSerializer)
    )
    def list_entrants(self, request: Request, slug: str) -> Response:
        """List the entrants, the latest first."""
        return self.paginate(list_entrants(self.project), EntrantSerializer)

    @extend_schema(
        operation_id="entrant_admit",
        request=EntrantInputSerializer,
        responses={201: EntrantKeySerializer},
    )
    def admit_entrant(self, request: Request, slug: str) -> Response:
        """Create an entrant; only this response contains its access key."""
        data = validate_input(EntrantInputSerializer, request.data)
        entrant, key = admit_entrant(
            project=self.project,
            name=data["name"],
            daily_limit=data["daily_limit"],
            actor=self.actor,
        )
        serializer = EntrantKeySerializer(entrant, context={"key": key})
        return Response(serializer.data, status=201)

    @extend_schema(
        operation_id="entrant_revoke", request=None, responses=EntrantSerializer
    )
    def revoke_entrant(self, request: Request, slug: str, entrant_id: int) -> Response:
        """Revoke an entrant's access key; scored submissions remain."""
        revoked = revoke_entrant(
            entrant=get_entrant(self.project, entrant_id), actor=self.actor
        )
        return Response(EntrantSerializer(revoked).data)


class PredictionsView(PublicView):
    """Submissions of an entrant: ``Authorization: Bearer KEY``."""

    authentication_classes: list[type[BaseAuthentication]] = []
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="predictions_get", auth=[], responses=EntrantStandingSerializer
    )
    def get(self, request: Request) -> Response:
        """List the entrant's submissions with their scores, the latest first."""
        entrant = _entrant(request)
        body = {
            "name": entrant.name,
            "daily_limit": entrant.daily_limit,
            "left_today": submissions_left_today(entrant),
            "submissions": list_submissions(entrant).order_by("-pk"),
        }
        return Response(EntrantStandingSerializer(body).data)

    @extend_schema(
        operation_id="predictions_submit",
        auth=[],
        request={"multipart/form-data": FileInputSerializer},
        responses={201: SubmissionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Submit a file with one answer per question; GET returns its score."""
        entrant = _entrant(request)
        data = validate_input(FileInputSerializer, request.data)
        scored = submit_predictions(
            entrant=entrant,
            release=get_release(entrant.project, data["version"]),
            file=_file(data),
        )
        return Response(SubmissionSerializer(scored).data, status=201)


def _entrant(request: Request) -> Entrant:
    scheme, _rest, key = request.headers.get("Authorization", "").partition(" ")
    entrant = entrant_by_key(key.strip()) if scheme.lower() == "bearer" else None
    if entrant is None:
        raise AuthenticationFailed(translate(_("This is not a valid access key.")))
    return entrant


def _file(data: dict[str, Any]) -> ExternalFile:
    return ExternalFile(
        content=data["file"].read(),
        name=data["file"].name,
        model=data["model"],
        revision=data.get("revision", ""),
        setting=data["setting"],
        note=data.get("note", ""),
        by_people=data.get("by_people", False),
    )
