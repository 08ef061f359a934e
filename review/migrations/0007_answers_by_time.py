from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0006_search_columns")]

    operations = [
        migrations.AddIndex(
            model_name="validationanswer",
            index=models.Index(fields=["answered_at"], name="answer_answered"),
        ),
    ]
