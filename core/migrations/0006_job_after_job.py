from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('workflow', '0005_job_dismissed'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='next_parameters',
            field=models.JSONField(null=True),
        ),
    ]
