from django.db import migrations

import projects.fields
from projects.person_names.domain import fold_name


def fill_keys(apps, schema_editor):
    """Give each account its keys; of accounts with the same key, the oldest one.

    The others keep working under their exact names, and a check names them.
    """
    users = apps.get_model("projects", "User").objects
    taken = {"username": set(), "email": set()}
    for pk, username, email in users.order_by("pk").values_list("pk", "username", "email"):
        keys = {}
        for source, name in (("username", username), ("email", email)):
            key = fold_name(name)
            if key and key not in taken[source]:
                taken[source].add(key)
                keys[f"{source}_key"] = key
        users.filter(pk=pk).update(**keys)


class Migration(migrations.Migration):
    dependencies = [
        ("projects", "0008_raters"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=projects.fields.FoldedNameField(source="username", unique=True),
        ),
        migrations.AddField(
            model_name="user",
            name="email_key",
            field=projects.fields.FoldedNameField(source="email", unique=True),
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
    ]
