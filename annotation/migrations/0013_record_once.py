import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0012_annotations_by_time")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="begun_at",
            field=models.DateTimeField(
                auto_now_add=True, default=django.utils.timezone.now
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="draft",
            name="content",
            field=models.JSONField(null=True),
        ),
    ]
