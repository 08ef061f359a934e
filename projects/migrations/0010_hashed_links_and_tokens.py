import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from projects.accounts.domain import secret_digest

_EARLIER = "authtoken_token"
"""Table of the tokens of earlier versions, which stored them as they are."""


def hash_links(apps, schema_editor):
    """Replace the tokens of invitation links by their digests. The links keep working."""
    invitations = apps.get_model("projects", "Invitation").objects
    # All are read first: SQLite may read a changed row again.
    for pk, token in list(invitations.values_list("pk", "digest")):
        invitations.filter(pk=pk).update(digest=secret_digest(token))


def hash_api_tokens(apps, schema_editor):
    """Move the API tokens of earlier versions, which keep working, as digests."""
    users = apps.get_model("projects", "User").objects
    tokens = apps.get_model("projects", "ApiToken").objects
    with schema_editor.connection.cursor() as cursor:
        if _EARLIER not in schema_editor.connection.introspection.table_names(cursor):
            return
        cursor.execute(f"SELECT key, user_id FROM {_EARLIER}")
        for key, user_id in cursor.fetchall():
            password = users.values_list("password", flat=True).get(pk=user_id)
            tokens.create(
                user_id=user_id,
                digest=secret_digest(key),
                password_digest=secret_digest(password),
            )
        # Nothing reads the table any more; new installations have none.
        cursor.execute(f"DROP TABLE {_EARLIER}")


class Migration(migrations.Migration):
    """Digests in place of secrets. Migrated back, links and tokens are made anew."""

    dependencies = [
        ("projects", "0009_names_without_case"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="api_token",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("password_digest", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.RenameField("invitation", "token", "digest"),
        migrations.AlterField(
            model_name="invitation",
            name="digest",
            field=models.CharField(max_length=64, unique=True),
        ),
        migrations.RunPython(hash_links, migrations.RunPython.noop),
        migrations.RunPython(hash_api_tokens, migrations.RunPython.noop),
    ]
