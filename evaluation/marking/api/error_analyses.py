"""API of error analyses: drawing samples, marking errors, and the case-study sheet."""

from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.marking.api.blind_marks import (
    BlindAgreementSerializer,
    BlindSampleSerializer,
    MarkNoteSerializer,
)
from evaluation.marking.api.caption_samples import CaptionRowSerializer, caption_context
from evaluation.marking.models.error_analyses import ErrorAnalysis, ErrorSample
from evaluation.marking.selectors.blind_marks import own_mark
from evaluation.marking.selectors.case_sheets import case_sheet
from evaluation.marking.selectors.error_analyses import (
    Findings,
    analysis_samples,
    error_kinds,
    findings,
    get_error_analysis,
    get_error_sample,
    list_error_analyses,
)
from evaluation.marking.services.error_analyses import (
    MOST_MARKERS,
    SampleDesign,
    draw_error_analysis,
    mark_error,
)
from evaluation.runs.api.serializers import (
    HelpedSerializer,
    SampleSerializer,
    SliceFieldSerializer,
)
from evaluation.runs.models.runs import Response as ModelResponse
from evaluation.runs.selectors.released_questions import slice_fields
from evaluation.runs.selectors.runs import get_run, latest_responses
from evaluation.scores.api.comparison import ScoredRunSerializer
from evaluation.scores.api.samples import SampleRowSerializer, sample_context
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.access.api.shapes import serializer_of
from projects.roles import RATERS
from reporting.phrases import Phrases
from subtext_protocol.text import in_language


class AnalysisInputSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField()
    size = serializers.IntegerField(
        min_value=1, max_value=1000, help_text="Incorrect answers, or captions."
    )
    correct = serializers.IntegerField(
        min_value=0, max_value=1000, default=0, help_text="Correct answers as well."
    )
    seed = serializers.IntegerField(min_value=0, default=0)
    markers = serializers.IntegerField(min_value=1, max_value=MOST_MARKERS, default=1)
    field = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        default=None,
        help_text="Label field of the strata; null: the first of the protocol's slices, "
        "empty: none.",
    )
    even = serializers.BooleanField(
        default=False, help_text="As many of each choice, not in proportion."
    )


class AnalysisSerializer(serializers.ModelSerializer[ErrorAnalysis]):
    run = ScoredRunSerializer()
    size = serializers.IntegerField(help_text="Sampled answers.")

    class Meta:
        model = ErrorAnalysis
        fields = [
            "id",
            "run",
            "field",
            "even",
            "seed",
            "markers",
            "size",
            "created_at",
        ]


FindingsSerializer = serializer_of(
    Findings, agreement=BlindAgreementSerializer(allow_null=True)
)


class ErrorCategorySerializer(HelpedSerializer):
    """An error category of the protocol."""


class AnalysisDetailSerializer(AnalysisSerializer):
    """Error analysis with ``findings`` from the context."""

    findings = serializers.SerializerMethodField()
    categories = ErrorCategorySerializer(
        many=True, source="run.rules.error_categories", read_only=True
    )
    labels = serializers.SerializerMethodField()

    class Meta(AnalysisSerializer.Meta):
        fields = [*AnalysisSerializer.Meta.fields, "findings", "categories", "labels"]

    @extend_schema_field(FindingsSerializer)
    def get_findings(self, analysis: ErrorAnalysis) -> Any:
        return FindingsSerializer(self.context["findings"]).data

    @extend_schema_field(SliceFieldSerializer(many=True))
    def get_labels(self, analysis: ErrorAnalysis) -> Any:
        return SliceFieldSerializer(slice_fields(analysis.run.release), many=True).data


class ErrorMarkSerializer(MarkNoteSerializer):
    categories = serializers.ListField(child=serializers.CharField())


class ErrorSampleSerializer(BlindSampleSerializer):
    """Sampled response; other people's marks appear once all marks are in.

    The context also has ``responses`` by question, and that of ``sample_context``.
    """

    stratum = serializers.CharField()
    correct = serializers.BooleanField(
        help_text="Drawn as a correct answer, which may have no kind of error."
    )
    sample = serializers.SerializerMethodField()
    mine = serializers.SerializerMethodField()
    others = serializers.SerializerMethodField()

    @extend_schema_field(SampleSerializer)
    def get_sample(self, row: ErrorSample) -> Any:
        response = self.context["responses"][row.question_id]
        if not row.analysis.run.asks_questions:
            return CaptionRowSerializer(response, context=self.context).data
        return SampleRowSerializer(response, context=self.context).data

    @extend_schema_field(ErrorMarkSerializer(allow_null=True))
    def get_mine(self, row: ErrorSample) -> Any:
        mark = own_mark(row, self.context["person"])
        return ErrorMarkSerializer(mark).data if mark else None

    @extend_schema_field(ErrorMarkSerializer(many=True))
    def get_others(self, row: ErrorSample) -> Any:
        marks = list(row.marks.all())
        complete = len(marks) >= self.context["places"]
        visible_marks = [
            m for m in marks if complete and m.person_id != self.context["person"]
        ]
        return ErrorMarkSerializer(visible_marks, many=True).data


class AnalysisView(ViewSetMixin, OrganizerView):
    """Error analyses of a project."""

    @extend_schema(
        operation_id="analysis_list", responses=page_schema(AnalysisSerializer)
    )
    def analyses(self, request: Request, slug: str) -> Response:
        """List the error analyses, the latest first."""
        return self.paginate(list_error_analyses(self.project), AnalysisSerializer)

    @extend_schema(
        operation_id="analysis_draw",
        request=AnalysisInputSerializer,
        responses={201: AnalysisSerializer},
    )
    def draw(self, request: Request, slug: str) -> Response:
        """Draw responses of a run to be marked."""
        data = validate_input(AnalysisInputSerializer, request.data)
        new_analysis = draw_error_analysis(
            run=get_run(self.project, data.pop("run")),
            design=SampleDesign(**data),
            actor=self.actor,
        )
        analysis = get_error_analysis(self.project, new_analysis.pk)
        return Response(AnalysisSerializer(analysis).data, status=201)

    @extend_schema(
        operation_id="case_sheet", responses={(200, "text/html"): OpenApiTypes.STR}
    )
    def sheet(self, request: Request, slug: str, analysis_id: int) -> HttpResponse:
        """Return the marked answers as one page to read or print."""
        analysis = get_error_analysis(self.project, analysis_id)
        return HttpResponse(_sheet(analysis, findings(analysis, self.person)))


class ErrorMarkingView(ViewSetMixin, ProjectView):
    """Marking the errors of an analysis, for raters too."""

    roles = RATERS

    @extend_schema(operation_id="analysis_get", responses=AnalysisDetailSerializer)
    def analysis(self, request: Request, slug: str, analysis_id: int) -> Response:
        """Return one error analysis with its progress and findings."""
        analysis = get_error_analysis(self.project, analysis_id)
        context = {"findings": findings(analysis, self.person)}
        return Response(AnalysisDetailSerializer(analysis, context=context).data)

    @extend_schema(
        operation_id="error_sample_list",
        parameters=[
            OpenApiParameter(
                "waiting",
                OpenApiTypes.BOOL,
                description="Only answers that this person has not labelled.",
            ),
            OpenApiParameter("cursor", OpenApiTypes.STR),
        ],
        responses=page_schema(ErrorSampleSerializer),
    )
    def samples(self, request: Request, slug: str, analysis_id: int) -> Response:
        """List the sampled responses in drawing order."""
        analysis = get_error_analysis(self.project, analysis_id)
        waiting = request.query_params.get("waiting") == "true"
        rows = analysis_samples(
            analysis, waiting_for=self.person if waiting else None
        ).select_related("analysis__run__release__protocol_version")
        responses = _responses(analysis)
        of_rows = sample_context if analysis.run.asks_questions else caption_context
        context = {
            **of_rows(analysis.run, responses, self.access),
            "person": self.person.pk,
            "places": analysis.markers,
            "responses": responses,
        }
        return self.paginate(
            rows, ErrorSampleSerializer, ordering="id", context=context
        )

    @extend_schema(
        operation_id="error_mark",
        request=ErrorMarkSerializer,
        responses=ErrorMarkSerializer,
    )
    def mark(
        self, request: Request, slug: str, analysis_id: int, sample_id: int
    ) -> Response:
        """Record or change the error categories of a response."""
        data = validate_input(ErrorMarkSerializer, request.data)
        mark = mark_error(
            sample=get_error_sample(self.project, analysis_id, sample_id),
            categories=data["categories"],
            note=data["note"],
            actor=self.actor,
        )
        return Response(ErrorMarkSerializer(mark).data)


phrase = Phrases("error_analysis")
_PHRASES = (
    "title",
    "drawn",
    "key",
    "chosen",
    "response",
    "picture",
    "cases",
    "right",
)
_BAR_REM = 20
"""Width in rem of a bar for 100 %."""


def _sheet(analysis: ErrorAnalysis, findings: Any) -> str:
    run = analysis.run
    protocol = run.release.protocol
    setting = protocol.evaluation.setting(run.setting)
    facts = {
        "model": run.model,
        "name": run.release.name,
        "version": run.release.version,
        "marked": findings.marked,
        "size": analysis.samples.count(),
        "seed": analysis.seed,
        "setting": in_language(setting.title, protocol.language) if setting else "",
    }
    words = {name: phrase(name, protocol.language, **facts) for name in _PHRASES}
    distribution = [
        {
            "title": label,
            "percent": f"{100 * kind.share:.1f}",
            "width": f"{_BAR_REM * kind.share:.2f}",
        }
        for wide in error_kinds(analysis, protocol.language)
        for label, kind in wide.lines()
    ]
    context = {
        "language": protocol.language,
        "title": words["title"],
        "words": words,
        "distribution": distribution,
        "cases": case_sheet(analysis),
    }
    return render_to_string("evaluation/case_sheet.html", context)


def _responses(analysis: ErrorAnalysis) -> dict[str, ModelResponse]:
    """Return the sampled responses by question id."""
    drawn = analysis.samples.values_list("question_id", flat=True)
    return latest_responses(analysis.run, list(drawn))
