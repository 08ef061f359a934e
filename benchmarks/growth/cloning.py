"""Clone the rows of the seed's items up to a number of items.

    python -m benchmarks.growth.cloning ITEMS

Copy k of a row has its key and every reference to another cloned row moved by k times a
stride, in the database, one INSERT … SELECT a table. Columns that have to be unique get
k as a suffix; times are spread over the days before. What belongs to the project and not
to an item (people, rounds, runs, the release) is there once.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import django

django.setup()

from django.apps import apps  # noqa: E402 - needs the settings
from django.core.management import call_command  # noqa: E402
from django.core.management.color import no_style  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.db.models import Count, Max  # noqa: E402

from annotation.items.models.items import Item  # noqa: E402
from annotation.items.models.questions import Question  # noqa: E402
from annotation.items.models.slots import Slot  # noqa: E402
from annotation.items.models.submissions import Annotation  # noqa: E402
from core.models import LedgerEntry, Stateful  # noqa: E402
from curation.filters.models import DuplicateScanShare  # noqa: E402
from curation.images.models import Image  # noqa: E402
from curation.screening.models import HandOut  # noqa: E402
from evaluation.runs.models.runs import Response, Run  # noqa: E402
from evaluation.scores.models.outcome_arrays import OutcomeColumns, QuestionColumns  # noqa: E402
from evaluation.scores.selectors.outcomes import judged_questions  # noqa: E402
from evaluation.scores.services.outcome_arrays import count_people, store_outcomes  # noqa: E402
from projects.models import Membership, Project, User  # noqa: E402
from projects.roles import Role  # noqa: E402
from releases.content.domain.frozen import item_key, payload_digest  # noqa: E402
from releases.records.models import FrozenRow, Release  # noqa: E402
from review.adjudication.models import Case  # noqa: E402
from review.notifications.models import Notification, NotificationKind  # noqa: E402
from review.progress.services import compute_figures  # noqa: E402
from review.rounds.models.rounds import ChecklistMark  # noqa: E402
from review.rounds.models.threads import Thread  # noqa: E402

DAYS = 60
"""Over which the work of the copies is spread."""
_SLOT_STRIDE = 1_234_567_891_011
_SLOT_IDS = 2**52
_IN_PYTHON = (Case, FrozenRow)
"""Their JSON names other rows."""
_NOTICE_SUBJECTS = {
    NotificationKind.WORK_RETURNED: Slot,
    NotificationKind.WORK_LAPSED: Slot,
    NotificationKind.QUESTION_RETURNED: Case,
    NotificationKind.CHECKLIST_FAILED: ChecklistMark,
    NotificationKind.ASKED: Thread,
    NotificationKind.ANSWERED: Thread,
    NotificationKind.THREAD_CLOSED: Thread,
    NotificationKind.DISSENT: Thread,
}
"""What ``Notice.subject_id`` is the key of."""

Row = models.Model
Table = type[Row]
Cloned = TypeVar("Cloned", Case, FrozenRow)


@dataclass
class Cloning:
    """The rows of the seed that are cloned, and by how far their keys move."""

    chosen: dict[Table, set[int]] = field(default_factory=dict)
    strides: dict[Table, int] = field(default_factory=dict)
    annotators: range = range(0)
    """Their keys. Copy k is the work of those k places further on."""

    def choose(self) -> None:
        """Items, images, and every row that refers to one of them, however indirectly."""
        for root in (Item, Image):
            self.chosen[root] = {*root.objects.values_list("pk", flat=True)}
        tables = [model for model in apps.get_models() if model not in (Item, Image)]
        while True:
            before = sum(map(len, self.chosen.values()))
            for table in tables:
                self._choose_of(table)
            if sum(map(len, self.chosen.values())) == before:
                break
        for table in self.chosen:
            self.strides[table] = models.QuerySet(table).aggregate(most=Max("pk"))[
                "most"
            ]
        self.strides[Slot] = _SLOT_STRIDE
        of_crew = Membership.objects.filter(role=Role.ANNOTATOR).order_by("user_id")
        keys = list(of_crew.values_list("user_id", flat=True))
        self.annotators = range(keys[0], keys[0] + len(keys))
        if keys != list(self.annotators):
            raise ValueError("the annotators' accounts were not made one after another")

    def _choose_of(self, table: Table) -> None:
        rows: models.QuerySet[Row] = models.QuerySet(table)
        to_cloned = [
            reference
            for reference in _references(table)
            if reference.related_model in self.chosen
        ]
        if table is Response:
            chosen = {*rows.values_list("pk", flat=True)}
        elif table is LedgerEntry:
            chosen = {
                pk
                for subject, keys in self._subjects()
                for pk in rows.filter(
                    machine=subject.machine.name,
                    subject_id__in=keys,
                    subjects__isnull=True,
                ).values_list("pk", flat=True)
            }
        elif not to_cloned:
            return
        else:
            names = [reference.attname for reference in to_cloned]
            chosen = {
                pk
                for pk, *keys in rows.values_list("pk", *names)
                if any(key is not None for key in keys)
            }
        if chosen:
            self.chosen[table] = chosen

    def _subjects(self) -> Iterable[tuple[type[Stateful], set[int]]]:
        for table, keys in self.chosen.items():
            if issubclass(table, Stateful):
                yield table, keys

    def cloned_key(self, table: Table, column: str) -> str:
        """SQL for the key of copy k, where ``column`` holds the original's."""
        if table is Slot:
            return f"({column} + k * {_SLOT_STRIDE}) % {_SLOT_IDS} + 1"
        return f"{column} + k * {self.strides[table]}"

    def key(self, table: Table, original: int, k: int) -> int:
        """The same in Python."""
        if table is Slot:
            return (original + k * _SLOT_STRIDE) % _SLOT_IDS + 1
        return original + k * self.strides[table]

    def colleague(self, person: int, k: int) -> int:
        """Return the person who does the work of ``person`` in copy k."""
        if person not in self.annotators:
            return person
        first, number = self.annotators.start, len(self.annotators)
        return (person - first + k) % number + first

    def _colleague(self, column: str) -> str:
        first, number = self.annotators.start, len(self.annotators)
        return (
            f"CASE WHEN {column} BETWEEN {first} AND {self.annotators.stop - 1}"
            f" THEN ({column} - {first} + k) % {number} + {first} ELSE {column} END"
        )

    def clone(self, copies: int) -> None:
        with transaction.atomic():
            for table, keys in self.chosen.items():
                if table in _IN_PYTHON:
                    continue
                self._insert(table, keys, copies)
            _clone_cases(self, copies)
            _clone_frozen_rows(self, copies)
            self._widen_shared_entries(copies)
            self._widen_shares(copies)

    def _widen_shared_entries(self, copies: int) -> None:
        """What moved several objects of the seed at once moves their copies too."""
        tables = {table.machine.name: table for table, _ in self._subjects()}
        # The table's own rows never change; these are copies.
        entries: models.QuerySet[LedgerEntry] = models.QuerySet(LedgerEntry)
        for entry in entries.filter(subjects__isnull=False):
            subjects = [
                key + k * self.strides[tables[entry.machine]]
                for key in entry.subjects or ()
                for k in range(copies + 1)
            ]
            entries.filter(pk=entry.pk).update(subjects=subjects)

    def _widen_shares(self, copies: int) -> None:
        """The scan that compared the seed's images compared their copies too."""
        for share in DuplicateScanShare.objects.all():
            share.compared = [
                self.key(Image, key, k)
                for k in range(copies + 1)
                for key in share.compared
            ]
            share.last = max(share.compared)
            share.images = len(share.compared)
            share.save(update_fields=["compared", "last", "images"])

    def _insert(self, table: Table, keys: set[int], copies: int) -> None:
        meta = table._meta
        columns = list(meta.concrete_fields)
        names = ", ".join(_quoted(column.column) for column in columns)
        values = ", ".join(self._value(table, column) for column in columns)
        chosen = ", ".join(map(str, sorted(keys)))
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                WITH RECURSIVE copies(k) AS (
                    SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < {copies}
                )
                INSERT INTO {_quoted(meta.db_table)} ({names})
                SELECT {values} FROM {_quoted(meta.db_table)} AS t CROSS JOIN copies
                WHERE t.{_quoted(meta.pk.column)} IN ({chosen})
                """  # noqa: S608 - names and numbers of this module's own
            )

    def _value(self, table: Table, of: "models.Field[object, object]") -> str:
        """SQL for a column of copy k."""
        column = f"t.{_quoted(of.column)}"
        if isinstance(of, models.ForeignKey):
            if of.related_model is User:
                return self._colleague(column)
            if of.related_model in self.chosen:
                return self.cloned_key(of.related_model, column)
        if of.primary_key:
            return self.cloned_key(table, column)
        if (table, of.name) == (LedgerEntry, "subject_id"):
            cases = " ".join(
                f"WHEN '{subject.machine.name}' THEN {self.cloned_key(subject, column)}"
                for subject, _ in self._subjects()
            )
            return f"CASE t.machine {cases} END"
        if (table, of.name) == (Notification, "subject_id"):
            cases = " ".join(
                f"WHEN '{kind}' THEN {self.cloned_key(subject, column)}"
                for kind, subject in _NOTICE_SUBJECTS.items()
                if subject in self.chosen
            )
            return f"CASE t.kind {cases} ELSE {column} END"
        if (table, of.name) in ((Item, "number"), (HandOut, "number")):
            return f"{column} + k * {len(self.chosen[table])}"
        if (table, of.name) in ((Question, "uid"), (Response, "question_id")):
            return _suffixed(column)
        if of.name in ("sha256", "published_sha256") and table is Image:
            return f"substr({column}, 1, 56) || {_eight('k')}"
        if of.name == "key" and isinstance(of, models.CharField):
            return f"CASE {column} WHEN '' THEN '' ELSE {_suffixed(column)} END"
        if isinstance(of, models.DateTimeField):
            return _earlier(column)
        return column


def _references(table: Table) -> "Sequence[models.ForeignKey[Row, Row]]":
    fields = table._meta.concrete_fields
    return [field for field in fields if isinstance(field, models.ForeignKey)]


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")


def _suffixed(column: str) -> str:
    return f"{column} || '-' || CAST(k AS text)"


def _original(uid: str) -> str:
    """The id of the question that a copy's id was made of."""
    return "-".join(uid.split("-")[:2])


def _eight(number: str) -> str:
    digits = f"('00000000' || CAST({number} AS text))"
    return f"substr({digits}, length({digits}) - 7)"


def _earlier(column: str) -> str:
    days = f"((k * 37) % {DAYS})"
    if connection.vendor == "postgresql":
        return f"{column} - {days} * interval '1 day'"
    shift = f"'-' || {days} || ' days'"
    return f"strftime('%Y-%m-%d %H:%M:%f', {column}, {shift})"


def _clone_cases(cloning: Cloning, copies: int) -> None:
    """Comparisons name annotations by their keys."""
    rows = list(Case.objects.filter(pk__in=cloning.chosen[Case]))
    for k in range(1, copies + 1):
        clones = []
        for row in rows:
            comparison = dict(row.comparison)
            if "annotations" in comparison:
                comparison["annotations"] = [
                    cloning.key(Annotation, key, k) for key in comparison["annotations"]
                ]
            if "people" in comparison:
                comparison["people"] = [
                    cloning.colleague(person, k) for person in comparison["people"]
                ]
            clone = _copied(row, k, cloning)
            clone.comparison = comparison
            clones.append(clone)
        Case.objects.bulk_create(clones)


def _clone_frozen_rows(cloning: Cloning, copies: int) -> None:
    """Payloads name images by their hashes, questions by their ids."""
    rows = list(FrozenRow.objects.filter(pk__in=cloning.chosen[FrozenRow]))
    for k in range(1, copies + 1):
        clones = []
        for row in rows:
            payload = json.loads(json.dumps(row.payload))
            for image in payload["images"]:
                for name in ("sha256", "original_sha256"):
                    image[name] = f"{image[name][:56]}{k:08d}"
            for question in payload["questions"]:
                question["id"] = f"{question['id']}-{k}"
            payload["key"] = item_key(image["sha256"] for image in payload["images"])
            clone = _copied(row, k, cloning)
            clone.payload = payload
            clone.key = payload["key"]
            clone.digest = payload_digest(payload)
            clones.append(clone)
        FrozenRow.objects.bulk_create(clones)


def _copied(row: Cloned, k: int, cloning: Cloning) -> Cloned:
    values = {}
    for of in row._meta.concrete_fields:
        value = getattr(row, of.attname)
        related = of.related_model if isinstance(of, models.ForeignKey) else None
        if of.primary_key:
            value = cloning.key(type(row), value, k)
        elif related is User and value is not None:
            value = cloning.colleague(value, k)
        elif related in cloning.chosen and value is not None:
            value = cloning.key(related, value, k)
        values[of.attname] = value
    return type(row)(**values)


def _count_up() -> None:
    """Raise the counts of the seed's runs."""
    counted = Response.objects.values("run").annotate(n=Count("pk", distinct=True))
    for run, n in counted.values_list("run", "n"):
        Run.objects.filter(pk=run).update(total=n, answered=n)


def _run_jobs() -> None:
    """Compute again what jobs stored about the seed."""
    judged = [
        (run, judged_questions(run))
        for run in Run.objects.filter(outcome_columns__isnull=False)
    ]
    OutcomeColumns.objects.all().delete()
    QuestionColumns.objects.all().delete()
    for run, by_id in judged:
        question_ids = Response.objects.filter(run=run).values_list(
            "question_id", flat=True
        )
        outcomes = {uid: by_id[_original(uid)]._asdict() for uid in question_ids}
        store_outcomes(run, [{"question_id": uid, **outcomes[uid]} for uid in outcomes])
    for release in Release.objects.all():
        count_people(release)
    for project in Project.objects.all():
        compute_figures(project=project, progress=lambda done, total: None)


def _finish_database() -> None:
    tables = apps.get_models()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")
        else:
            cursor.execute("ANALYZE")


def main(items: int) -> None:
    # A kept seed may be older than the code.
    call_command("migrate", verbosity=0)
    cloning = Cloning()
    cloning.choose()
    cloning.clone(items // len(cloning.chosen[Item]))
    _count_up()
    _run_jobs()
    _finish_database()


if __name__ == "__main__":
    main(int(sys.argv[1]))
