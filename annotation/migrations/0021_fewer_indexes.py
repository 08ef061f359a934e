"""Indexes that another index of the table covers go."""

import annotation.items.models.questions
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    version_before_serves = "The values were unique before."

    dependencies = [
        ('annotation', '0020_submitted_drafts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='question',
            name='uid',
            field=models.CharField(default=annotation.items.models.questions.new_question_uid, max_length=32),
        ),
        migrations.AlterField(
            model_name='slot',
            name='person',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='question',
            constraint=models.UniqueConstraint(fields=('uid',), name='question_uid'),
        ),
    ]
