import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0015_outcomes_as_columns'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='response',
            name='response_one_answer_a_question',
        ),
        migrations.AlterField(
            model_name='imagedependencereview',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='response',
            name='run',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='responses', to='evaluation.run'),
        ),
        migrations.AlterField(
            model_name='run',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
    ]
