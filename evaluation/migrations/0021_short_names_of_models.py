from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0020_ratings_beside_each_other")]

    operations = [
        migrations.AddField(
            model_name="modelcard",
            name="short_name",
            field=models.CharField(blank=True, max_length=100),
        ),
    ]
