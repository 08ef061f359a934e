from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0021_fewer_indexes")]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="is_blind",
            field=models.BooleanField(default=True),
        ),
    ]
