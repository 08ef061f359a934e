import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0011_answer_in_assignment'),
    ]

    operations = [
        migrations.AlterField(
            model_name='case',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project'),
        ),
        migrations.AlterField(
            model_name='case',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='checklistmark',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='review.round'),
        ),
        migrations.AlterField(
            model_name='round',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='thread',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='validationassignment',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project'),
        ),
        migrations.AlterField(
            model_name='validationassignment',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='places', to='review.round'),
        ),
        migrations.AlterField(
            model_name='validationassignment',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='verdict',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='review.round'),
        ),
    ]
