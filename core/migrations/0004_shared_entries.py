from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow", "0003_job_queue")]

    operations = [
        migrations.AddField(
            model_name="ledgerentry",
            name="subjects",
            field=models.JSONField(null=True),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(
                fields=["scope_id", "machine"],
                condition=models.Q(subjects__isnull=False),
                name="ledger_shared",
            ),
        ),
    ]
