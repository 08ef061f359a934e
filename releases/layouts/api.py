"""The licences whose texts this installation has."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from releases.layouts.domain.licence_texts import licence_identifiers


class LicenceListView(APIView):
    """List the SPDX identifiers whose licence texts releases can include."""

    @extend_schema(
        operation_id="licence_list",
        responses=serializers.ListSerializer(child=serializers.CharField()),
    )
    def get(self, request: Request) -> Response:
        return Response(licence_identifiers())
