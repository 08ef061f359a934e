from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0011_search_columns")]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(fields=["submitted_at"], name="annotation_submitted"),
        ),
    ]
