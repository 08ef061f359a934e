"""The question formats of this installation, with their titles."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from subtext_protocol.formats.registry import installed_formats


class QuestionFormatSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())


class QuestionFormatListView(APIView):
    """List the installed question formats with their titles in both languages."""

    @extend_schema(
        operation_id="question_format_list",
        responses=QuestionFormatSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        formats = installed_formats()
        return Response(QuestionFormatSerializer(formats, many=True).data)
