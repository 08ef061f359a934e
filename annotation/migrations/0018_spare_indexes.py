import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0017_model_names'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='annotation',
            name='slot',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to='annotation.slot'),
        ),
        migrations.AlterField(
            model_name='calibrationbatch',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='collectionrequest',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='draft',
            name='slot',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='annotation.slot'),
        ),
        migrations.AlterField(
            model_name='draftversion',
            name='draft',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='annotation.draft'),
        ),
        migrations.AlterField(
            model_name='item',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='projects.project'),
        ),
        migrations.AlterField(
            model_name='itemimage',
            name='item',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='annotation.item'),
        ),
        migrations.AlterField(
            model_name='questionrevision',
            name='question',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='annotation.question'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='item',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='annotation.item'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
        migrations.AddIndex(
            model_name='slot',
            index=models.Index(condition=models.Q(('lease_until__isnull', False)), fields=['lease_until'], name='slot_lease'),
        ),
    ]
