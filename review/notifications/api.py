"""Notifications for the reader."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.slots.api.item_names import ItemNameSerializer
from projects.access.api.base import ProjectView, page_schema, validate_input
from projects.roles import MEMBERS
from review.notifications.models import Notification
from review.notifications.selectors import (
    get_notification,
    list_notifications,
    unread_count,
)
from review.notifications.services.sending import (
    mark_notification_read,
    mark_notifications_read,
)


class NotificationSerializer(
    ItemNameSerializer, serializers.ModelSerializer[Notification]
):
    """A notification.

    ``subject_id`` is the slot for ``work_*``, the case for ``question_returned``, the
    checklist mark for ``checklist_failed``, the assignment for ``test_set_assigned``,
    the round for ``round_opened`` and ``checklist_opened``, the security event for what
    is about the account (there ``text`` is the slug of the project, if any), and the
    thread for all others. It names no person.
    """

    class Meta:
        model = Notification
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


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class NotificationsReadInputSerializer(serializers.Serializer[Any]):
    """``up_to`` is the newest notification shown; later ones stay unread."""

    up_to = serializers.IntegerField(min_value=1)


class NotificationView(ViewSetMixin, ProjectView):
    roles = MEMBERS

    @extend_schema(
        operation_id="notice_list", responses=page_schema(NotificationSerializer)
    )
    def list_notifications(self, request: Request, slug: str) -> Response:
        """List my notifications, latest first."""
        return self.paginate(
            list_notifications(self.project, self.person), NotificationSerializer
        )

    @extend_schema(operation_id="notice_unread", responses=UnreadSerializer)
    def count_unread(self, request: Request, slug: str) -> Response:
        """Count my unread notifications; cheap enough to request every few seconds."""
        unread = unread_count(self.project, self.person)
        return Response(UnreadSerializer({"unread": unread}).data)

    @extend_schema(
        operation_id="notices_read",
        request=NotificationsReadInputSerializer,
        responses=UnreadSerializer,
    )
    def mark_all_read(self, request: Request, slug: str) -> Response:
        """Mark my notifications as read, up to the newest shown."""
        data = validate_input(NotificationsReadInputSerializer, request.data)
        mark_notifications_read(project=self.project, person=self.person, **data)
        return self.count_unread(request, slug)

    @extend_schema(
        operation_id="notice_read", request=None, responses=NotificationSerializer
    )
    def mark_read(self, request: Request, slug: str, notice_id: int) -> Response:
        """Mark one notification as read."""
        notice = get_notification(self.project, self.person, notice_id)
        read = mark_notification_read(notice=notice)
        return Response(NotificationSerializer(read, context=self.context).data)
