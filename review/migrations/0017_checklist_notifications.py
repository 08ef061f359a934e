"""Annotators get a notification when an item fails a checklist."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0016_automatic_rounds'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('work_returned', 'Work Returned'), ('question_returned', 'Question Returned'), ('checklist_failed', 'Checklist Failed'), ('work_lapsed', 'Work Lapsed'), ('asked', 'Asked'), ('answered', 'Answered'), ('thread_closed', 'Thread Closed'), ('dissent', 'Dissent'), ('test_set_assigned', 'Test Set Assigned')], max_length=32),
        ),
    ]
