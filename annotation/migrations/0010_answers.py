import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0009_calls")]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="answers",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="annotation.slot",
            ),
        ),
    ]
