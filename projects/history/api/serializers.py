"""Serializers of jobs and of entries of the ledger, for every stage."""

from typing import Any

from django.utils.functional import cached_property
from rest_framework import serializers

from core.api.fields import TranslatedField
from core.models import Job, LedgerEntry
from projects.history.selectors import EntryReasons
from projects.security_record.selectors import PasswordLinkPeriods


class JobSerializer(serializers.ModelSerializer[Job]):
    error = TranslatedField(read_only=True)

    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "status",
            "total",
            "done",
            "result",
            "error",
            "cancel_requested",
            "created_at",
            "started_at",
            "finished_at",
            "dismissed_at",
        ]


class RunnableModelsSerializer(serializers.Serializer[Any]):
    """Which models an evaluation worker can run; null lists: too many to name."""

    default_server = serializers.BooleanField()
    folders = serializers.ListField(child=serializers.CharField(), allow_null=True)
    replays = serializers.ListField(child=serializers.CharField(), allow_null=True)


class WorkerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    queues = serializers.ListField(child=serializers.CharField())
    runs = RunnableModelsSerializer(allow_null=True)
    seen_at = serializers.DateTimeField()


class JobsSerializer(serializers.Serializer[Any]):
    workers = WorkerSerializer(many=True)
    jobs = JobSerializer(many=True)


class EntryReasonField(TranslatedField):
    """The reason of a ledger entry, in the reader's language."""

    def __init__(self) -> None:
        super().__init__(read_only=True, source="*")

    def to_representation(self, value: Any) -> str:
        return super().to_representation(self._reasons.reason_of_entry(value))

    @cached_property
    def _reasons(self) -> EntryReasons:
        """Read once, as one field serves all entries of a response."""
        return EntryReasons()


class LedgerEntrySerializer(serializers.ModelSerializer[LedgerEntry]):
    """One transition of an object; people appear by role, never by name."""

    reason = EntryReasonField()
    subject_count = serializers.SerializerMethodField(
        help_text="Number of objects that moved at once with this entry."
    )

    after_password_link = serializers.SerializerMethodField(
        help_text="Whether the actor's password was then one that somebody else could "
        "know (see the security record)."
    )

    def get_after_password_link(self, entry: LedgerEntry) -> bool:
        return self._periods.covers(entry.actor_id, entry.at)

    @cached_property
    def _periods(self) -> PasswordLinkPeriods:
        """Read once, as one serializer serves all entries of a response."""
        return PasswordLinkPeriods()

    def get_subject_count(self, entry: LedgerEntry) -> int:
        return len(entry.subjects or [entry.subject_id])

    class Meta:
        model = LedgerEntry
        fields = [
            "id",
            "machine",
            "action",
            "source",
            "target",
            "role",
            "reason",
            "data",
            "at",
            "subject_count",
            "after_password_link",
        ]
