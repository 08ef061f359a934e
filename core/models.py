"""Models shared by all stages: the ledger, stateful objects, jobs and workers."""

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn, TypeVar

from django.conf import settings
from django.db import models

from core.domain.machine import StateMachine
from core.translation import TranslatableTextField

RowT = TypeVar("RowT", bound=models.Model)


class AppendOnlyError(TypeError):
    """Code tries to change or delete rows that may only be inserted."""

    def __init__(self, model: type[models.Model]) -> None:
        super().__init__(f"Rows of {model.__name__} never change.")


class AppendOnlyQuerySet(models.QuerySet[RowT]):
    """Rows that are inserted and read, never changed or deleted."""

    def update(self, **values: Any) -> NoReturn:
        raise AppendOnlyError(self.model)

    def bulk_update(
        self, objs: Iterable[RowT], fields: Iterable[str], batch_size: int | None = None
    ) -> NoReturn:
        raise AppendOnlyError(self.model)

    def delete(self) -> NoReturn:
        raise AppendOnlyError(self.model)


class AppendOnlyRow(models.Model):
    """A row of a record: ``save`` inserts it once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None and not kwargs.get("force_insert"):
            raise AppendOnlyError(type(self))
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(type(self))


class LedgerEntry(AppendOnlyRow):
    """One transition of one object, or of several at once: audit log and full history.

    Only ``core.services.transition`` inserts rows. The
    unique ``(machine, subject, version)`` makes two simultaneous transitions of one
    object conflict. Versions without a row are transitions that other rows record
    (``core.domain.machine.Entries``).
    """

    machine = models.CharField(max_length=32)
    subject_id = models.BigIntegerField()
    """The object, or the first of ``subjects``."""
    subjects = models.JSONField(null=True)
    """Ids of all objects that moved at once, where they share this entry."""
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=32)
    source = models.CharField(max_length=32)
    target = models.CharField(max_length=32)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    role = models.CharField(max_length=16)
    reason = TranslatableTextField(blank=True)
    data = models.JSONField(default=dict)
    scope_id = models.BigIntegerField()
    """Id of the project. No foreign key: projects depends on this package, not vice
    versa."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["machine", "subject_id", "version"],
                name="ledger_one_mover_a_version",
            )
        ]
        indexes = [
            models.Index(fields=["scope_id", "id"], name="ledger_scope"),
            models.Index(
                fields=["scope_id", "machine", "target"], name="ledger_scope_target"
            ),
            models.Index(
                fields=["scope_id", "machine"],
                condition=models.Q(subjects__isnull=False),
                name="ledger_shared",
            ),
        ]

    subject: "Stateful | None" = None
    """The object as the caller of the transition had read it, for handlers, which run
    before the object has the new state. None in an entry read from the database."""

    def __str__(self) -> str:
        return f"{self.machine} {self.subject_id}: {self.source} → {self.target}"


class Stateful(models.Model):
    """An object with a state, which only ``core.services`` changes.

    A concrete model sets ``machine`` and has a ``project`` foreign key.
    """

    machine: ClassVar[StateMachine]

    status = models.CharField(max_length=32, editable=False)
    state_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True

    def __init__(self, *args: object, **kwargs: object) -> None:
        if not args:
            kwargs.setdefault("status", self.machine.initial)
        super().__init__(*args, **kwargs)


class JobStatus(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job(models.Model):
    """A long piece of work. This row, not the broker, is its authoritative state."""

    kind = models.CharField(max_length=64)
    queue = models.CharField(max_length=16, default="default")
    scope_id = models.BigIntegerField()
    parameters = models.JSONField(default=dict)
    next_parameters = models.JSONField(null=True)
    """Parameters of the job of this kind that begins when this one ends, if any."""
    status = models.CharField(
        max_length=16, choices=JobStatus.choices, default=JobStatus.QUEUED
    )
    total = models.PositiveIntegerField(null=True)
    done = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict)
    error = TranslatableTextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=64, blank=True)
    cancel_requested = models.BooleanField(default=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    dismissed_at = models.DateTimeField(null=True)
    """When a person hid this failed job, or started it again as another one."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scope_id", "kind"],
                condition=models.Q(status__in=["queued", "running"]),
                name="job_one_of_a_kind_at_a_time",
            )
        ]
        indexes = [models.Index(fields=["scope_id", "-id"], name="job_scope")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.status}"


class WorkerSeen(models.Model):
    """A worker's last heartbeat."""

    name = models.CharField(max_length=128, unique=True)
    queues = models.JSONField(default=list)
    processes = models.PositiveIntegerField(default=1)
    """Number of jobs that it runs at a time."""
    runs = models.JSONField(null=True)
    """Of an evaluation worker: which models it can run (``subtext_runner.offer``).

    Null: not reported, by another worker or one of an earlier version.
    """
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
