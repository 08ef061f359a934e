"""Notifications can be mailed, and tell people that a validation round waits for them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0020_position_names_time_zone'),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='mailed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('work_returned', 'Work Returned'), ('question_returned', 'Question Returned'), ('checklist_failed', 'Checklist Failed'), ('work_lapsed', 'Work Lapsed'), ('asked', 'Asked'), ('answered', 'Answered'), ('thread_closed', 'Thread Closed'), ('dissent', 'Dissent'), ('test_set_assigned', 'Test Set Assigned'), ('round_opened', 'Round Opened'), ('checklist_opened', 'Checklist Opened')], max_length=32),
        ),
    ]
