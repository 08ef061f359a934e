from django.db import migrations, models
from django.db.models import F


def mark_as_frozen(apps, schema_editor):
    """Every release until now was frozen in the request that made it."""
    apps.get_model("releases", "Release").objects.update(frozen_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("releases", "0002_private_keys_and_notices")]

    operations = [
        migrations.AddField(
            model_name="release",
            name="asked",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="release",
            name="blocked",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="release",
            name="frozen_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(mark_as_frozen, migrations.RunPython.noop),
    ]
