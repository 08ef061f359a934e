import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0019_responses_without_defaults")]

    operations = [
        migrations.AddField(
            model_name="ratingtask",
            name="leader",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="followers",
                to="evaluation.ratingtask",
            ),
        ),
    ]
