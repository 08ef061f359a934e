from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0021_short_names_of_models")]

    operations = [
        migrations.AddField(
            model_name="modelcard",
            name="base_model",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
