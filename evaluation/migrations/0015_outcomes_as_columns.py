"""Outcomes are stored as columns only: one row a run and rule, not one a response."""

from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models


def _question_ids(apps, release):
    """The release's question ids in the order of its columns."""
    stored = apps.get_model("evaluation", "QuestionColumns").objects
    columns = stored.filter(release=release).values_list("ids", flat=True).first()
    if columns is not None:
        return columns
    rows = apps.get_model("releases", "FrozenRow").objects.filter(release=release)
    payloads = rows.order_by("key").values_list("payload", flat=True)
    return [one["id"] for payload in payloads for one in payload["questions"]]


def move_outcomes(apps, schema_editor):
    columns = apps.get_model("evaluation", "OutcomeColumns").objects
    outcomes = apps.get_model("evaluation", "Outcome").objects
    runs = apps.get_model("evaluation", "Run").objects.order_by("release", "pk")
    release, ids = None, []
    for run in runs.filter(responses__outcomes__isnull=False).distinct():
        if run.release_id != release:
            release, ids = run.release_id, _question_ids(apps, run.release_id)
        by_rule = defaultdict(dict)
        rows = outcomes.filter(response__run=run).order_by("response__attempt")
        named = ("rule", "response__question_id", "outcome", "letter", "reason")
        for rule, uid, *judged in rows.values_list(*named).iterator():
            by_rule[rule][uid] = judged
        for rule, judged in by_rule.items():
            read = {uid: letter for uid, (_, letter, _) in judged.items()}
            columns.update_or_create(
                run=run,
                rule=rule,
                defaults={
                    "outcomes": "".join(
                        judged[uid][0][0] if uid in judged else "-" for uid in ids
                    ),
                    "letters": "".join(
                        read[uid] if len(read.get(uid, "")) == 1 else "-" for uid in ids
                    ),
                    "texts": {
                        uid: letter
                        for uid, letter in read.items()
                        if len(letter) > 1 or letter == "-"
                    },
                    "reasons": {
                        uid: reason for uid, (*_, reason) in judged.items() if reason
                    },
                },
            )


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0014_model_names")]

    operations = [
        migrations.AddField(
            model_name="outcomecolumns",
            name="texts",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="outcomecolumns",
            name="reasons",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="outcomecolumns",
            name="run",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outcome_columns",
                to="evaluation.run",
            ),
        ),
        migrations.AddConstraint(
            model_name="outcomecolumns",
            constraint=models.UniqueConstraint(
                fields=["run", "rule"], name="outcomes_once_a_rule"
            ),
        ),
        migrations.RunPython(move_outcomes, migrations.RunPython.noop),
        migrations.DeleteModel("Outcome"),
    ]
