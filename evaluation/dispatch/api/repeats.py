"""Running the models of the previous release again."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.dispatch.selectors.repeats import repeatable_runs
from evaluation.dispatch.services.repeats import repeat_runs
from projects.access.api.base import OrganizerView, validate_input
from releases.records.selectors.releases import get_published_release


class RepeatableRunSerializer(serializers.Serializer[Any]):
    """A run on the previous release; ``to_ask`` of ``total`` questions have changed."""

    id = serializers.IntegerField(source="run.pk")
    version = serializers.CharField(source="run.release.version")
    model = serializers.CharField(source="run.model")
    parameters_label = serializers.CharField(source="run.parameters_label")
    setting = serializers.CharField(source="run.setting")
    setting_title = serializers.DictField(
        child=serializers.CharField(), source="run.setting_title"
    )
    to_ask = serializers.IntegerField()
    copied = serializers.SerializerMethodField()
    cost = serializers.FloatField(
        allow_null=True, help_text="Estimated US dollars, from the earlier run."
    )

    def get_copied(self, repeatable: Any) -> int:
        """Return the number of responses that are copied."""
        return len(repeatable.unchanged)


class RepeatInputSerializer(serializers.Serializer[Any]):
    runs = serializers.ListField(child=serializers.IntegerField(), min_length=1)


class RepeatView(OrganizerView):
    """The models of the previous release, to be run again on this one."""

    @extend_schema(
        operation_id="run_repeat_list", responses=RepeatableRunSerializer(many=True)
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        """List the runs of the previous release that this one lacks."""
        runs = repeatable_runs(get_published_release(self.project, version))
        return Response(RepeatableRunSerializer(runs, many=True).data)

    @extend_schema(
        operation_id="run_repeat", request=RepeatInputSerializer, responses={204: None}
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Repeat the chosen runs; only questions that changed are asked."""
        data = validate_input(RepeatInputSerializer, request.data)
        release = get_published_release(self.project, version)
        repeat_runs(release=release, actor=self.actor, **data)
        return Response(status=204)
