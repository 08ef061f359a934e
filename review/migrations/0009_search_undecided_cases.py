from collections.abc import Iterable
from typing import Any

from django.db import migrations

from annotation.records.domain.search import (fold_for_search, searchable_label_tokens, searchable_record_text)

_CHUNK = 500
_DECIDED = ("final", "in_validation", "rework", "validated")


def _fill(apps: Any, schema_editor: object) -> None:
    """Give undecided cases the search texts of their submissions."""
    cases = apps.get_model("review", "Case").objects
    annotations = apps.get_model("annotation", "Annotation").objects
    undecided = cases.exclude(status__in=_DECIDED).order_by("pk")
    last = 0
    while some := list(undecided.filter(pk__gt=last)[:_CHUNK]):
        items = [case.item_id for case in some]
        contents: dict[int, dict[int, Any]] = {item: {} for item in items}
        submitted = annotations.filter(slot__item__in=items, slot__purpose="work")
        columns = ("slot__item", "slot", "content")
        for item, slot, content in submitted.order_by("revision").values_list(*columns):
            contents[item][slot] = content
        for case in some:
            found = _columns(contents[case.item_id].values())
            cases.filter(pk=case.pk).update(**found)
        last = some[-1].pk


def _columns(contents: Iterable[Any]) -> dict[str, str]:
    contents = list(contents)
    return {
        "search_text": fold_for_search(map(searchable_record_text, contents)),
        "search_labels": "".join(map(searchable_label_tokens, contents)),
    }


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0008_stored_figures"),
        ("annotation", "0012_annotations_by_time"),
    ]

    operations = [
        migrations.RunPython(_fill, migrations.RunPython.noop, elidable=True)
    ]
