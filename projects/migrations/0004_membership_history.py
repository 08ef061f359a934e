"""Whether somebody is in a project becomes a state, whose changes the ledger keeps."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def states(apps: Any, editor: Any) -> None:
    membership = apps.get_model("projects", "Membership")
    membership.objects.filter(active=False).update(status="removed")


def flags(apps: Any, editor: Any) -> None:
    membership = apps.get_model("projects", "Membership")
    membership.objects.exclude(status="member").update(active=False)


class Migration(migrations.Migration):
    dependencies = [("projects", "0003_login_attempts")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="status",
            field=models.CharField(
                db_index=True, default="member", editable=False, max_length=32
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="membership",
            name="state_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="membership",
            name="invitation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="projects.invitation",
            ),
        ),
        migrations.RunPython(states, flags),
        migrations.RemoveField(model_name="membership", name="active"),
    ]
