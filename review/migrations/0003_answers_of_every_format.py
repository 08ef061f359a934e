"""What is an index of an option so far becomes JSON, as each format writes its answers."""

from typing import Any

from django.db import migrations, models


def to_json(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("review", "validationanswer").objects
    for index in rows.order_by().values_list("chosen", flat=True).distinct():
        rows.filter(chosen=index).update(in_json=index)


def to_index(apps: Any, schema_editor: Any) -> None:
    """Answers of other formats than single choice have no index and are lost."""
    rows = apps.get_model("review", "validationanswer").objects
    for pk, answer in rows.values_list("pk", "in_json").iterator():
        if isinstance(answer, int) and not isinstance(answer, bool):
            rows.filter(pk=pk).update(chosen=answer)


class Migration(migrations.Migration):
    dependencies = [("review", "0002_threads_and_notices")]

    operations = [
        migrations.AddField(
            "validationanswer", "in_json", models.JSONField(null=True)
        ),
        migrations.RunPython(to_json, to_index),
        migrations.RemoveField("validationanswer", "chosen"),
        migrations.RenameField("validationanswer", "in_json", "chosen"),
    ]
