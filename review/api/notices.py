"""Notifications for the reader."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.domain.slot_codes import slot_code
from projects.api.base import ProjectView, page_of, validated
from projects.selectors import EVERYONE, ORGANIZERS
from review.models import Notice
from review.selectors.notices import get_notice, notices_of, unread_count
from review.services.notices import read_notice, read_notices


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """A notification.

    ``subject_id`` is the slot for ``work_*``, the case for ``question_returned``, and
    the thread for all others. It names no person. Organizers get the item's number,
    others the code of their assignment, if they have one.
    """

    item_number = serializers.SerializerMethodField()
    item_code = serializers.SerializerMethodField()

    class Meta:
        model = Notice
        fields = [
            "id",
            "kind",
            "item_number",
            "item_code",
            "subject_id",
            "text",
            "created_at",
            "read_at",
        ]

    @property
    def organizes(self) -> bool:
        role: str = self.context["access"].actor.role
        return role in ORGANIZERS

    def get_item_number(self, notice: Notice) -> int | None:
        return notice.item.number if self.organizes else None

    def get_item_code(self, notice: Any) -> str | None:
        if self.organizes or notice.own_slot is None:
            return None
        return slot_code(notice.own_slot)


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class NoticesReadInputSerializer(serializers.Serializer[Any]):
    """``up_to`` is the newest notification shown; later ones stay unread."""

    up_to = serializers.IntegerField(min_value=1)


class NoticeView(ViewSetMixin, ProjectView):
    roles = EVERYONE

    @extend_schema(operation_id="notice_list", responses=page_of(NoticeSerializer))
    def notices(self, request: Request, slug: str) -> Response:
        """List my notifications, latest first."""
        return self.paginate(notices_of(self.project, self.person), NoticeSerializer)

    @extend_schema(operation_id="notice_unread", responses=UnreadSerializer)
    def unread(self, request: Request, slug: str) -> Response:
        """Count my unread notifications; cheap enough to request every few seconds."""
        unread = unread_count(self.project, self.person)
        return Response(UnreadSerializer({"unread": unread}).data)

    @extend_schema(
        operation_id="notices_read",
        request=NoticesReadInputSerializer,
        responses=UnreadSerializer,
    )
    def read_all(self, request: Request, slug: str) -> Response:
        """Mark my notifications as read, up to the newest shown."""
        data = validated(NoticesReadInputSerializer, request.data)
        read_notices(project=self.project, person=self.person, **data)
        return self.unread(request, slug)

    @extend_schema(operation_id="notice_read", request=None, responses=NoticeSerializer)
    def read(self, request: Request, slug: str, notice_id: int) -> Response:
        """Mark one notification as read."""
        notice = get_notice(self.project, self.person, notice_id)
        read = read_notice(notice=notice)
        return Response(NoticeSerializer(read, context=self.context).data)
