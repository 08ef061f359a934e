"""The API's operation for the status of the whole installation."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.status import SystemStatus, system_status
from projects.access.api.base import IsOperator
from projects.access.api.shapes import serializer_of

SystemStatusSerializer = serializer_of(SystemStatus)


class SystemStatusView(APIView):
    """Status of the installation, for staff and for maintainers of any project.

    It answers 200 also when something is wrong; ``status`` says so.
    """

    permission_classes = [IsOperator]

    @extend_schema(operation_id="system_status", responses=SystemStatusSerializer)
    def get(self, request: Request) -> Response:
        return Response(SystemStatusSerializer(system_status()).data)
