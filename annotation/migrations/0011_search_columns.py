from collections.abc import Callable
from typing import Any

from django.db import migrations, models

from annotation.records.domain.search import (searchable_label_tokens, searchable_question_text, searchable_record_text)


def _fill(apps: Any, schema_editor: object) -> None:
    annotations = apps.get_model("annotation", "Annotation").objects
    _write(
        annotations,
        lambda row: {
            "search_text": searchable_record_text(row.content),
            "search_labels": searchable_label_tokens(row.content),
        },
        "content",
    )
    _write(
        apps.get_model("annotation", "QuestionRevision").objects,
        lambda row: {"search_text": searchable_question_text(row.stem, row.options)},
        *("stem", "options"),
    )


def _write(
    rows: Any, columns: Callable[[Any], dict[str, str]], *read: str, chunk: int = 500
) -> None:
    """Go through all rows in the order of their keys, ``chunk`` at a time."""
    last = 0
    while some := list(rows.filter(pk__gt=last).order_by("pk").only(*read)[:chunk]):
        for row in some:
            rows.filter(pk=row.pk).update(**columns(row))
        last = some[-1].pk


class Migration(migrations.Migration):
    dependencies = [("annotation", "0010_answers")]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="search_text",
            field=models.TextField(default=""),
        ),
        migrations.AddField(
            model_name="annotation",
            name="search_labels",
            field=models.TextField(default=""),
        ),
        migrations.AddField(
            model_name="questionrevision",
            name="search_text",
            field=models.TextField(default=""),
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop, elidable=True),
    ]
