from typing import Any

from django.db import migrations, models

from annotation.records.domain.search import (searchable_label_tokens, searchable_record_text)

_CHUNK = 500


def _fill(apps: Any, schema_editor: object) -> None:
    cases = apps.get_model("review", "Case").objects
    last = 0
    while some := list(cases.filter(pk__gt=last).order_by("pk").only("record")[:_CHUNK]):
        for case in some:
            cases.filter(pk=case.pk).update(
                search_text=searchable_record_text(case.record),
                search_labels=searchable_label_tokens(case.record),
            )
        last = some[-1].pk


class Migration(migrations.Migration):
    dependencies = [("review", "0005_made_questions")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="search_text",
            field=models.TextField(default=""),
        ),
        migrations.AddField(
            model_name="case",
            name="search_labels",
            field=models.TextField(default=""),
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop, elidable=True),
    ]
