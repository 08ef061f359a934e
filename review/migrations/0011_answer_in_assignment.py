"""An answer is part of its assignment: one row instead of two, and no ledger entry."""

from django.db import migrations, models

_ANSWER = ("order", "chosen", "issues", "comment", "seconds", "answered_at")


def move_answers(apps, schema_editor):
    answers = apps.get_model("review", "ValidationAnswer").objects
    of_place = answers.filter(place=models.OuterRef("pk"))
    places = apps.get_model("review", "ValidationAssignment").objects
    places.filter(answer__isnull=False).update(
        **{name: models.Subquery(of_place.values(name)[:1]) for name in _ANSWER}
    )


class Migration(migrations.Migration):
    dependencies = [("review", "0010_model_names")]

    operations = [
        migrations.AddField(
            model_name="validationassignment",
            name="order",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="validationassignment",
            name="chosen",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="validationassignment",
            name="issues",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="validationassignment",
            name="comment",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="validationassignment",
            name="seconds",
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name="validationassignment",
            name="answered_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="validationassignment",
            index=models.Index(
                fields=["project", "-answered_at"], name="place_answered"
            ),
        ),
        migrations.RunPython(move_answers, migrations.RunPython.noop),
        migrations.DeleteModel("ValidationAnswer"),
    ]
