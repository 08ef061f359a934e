"""Indexes that another one covers, or that no query uses, go."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('curation', '0018_compared_images_in_shares'),
        ('projects', '0008_raters'),
    ]

    operations = [
        migrations.AlterField(
            model_name='image',
            name='phash',
            field=models.CharField(max_length=16),
        ),
        migrations.AlterField(
            model_name='image',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='images', to='projects.project'),
        ),
        migrations.AlterField(
            model_name='measurement',
            name='run',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='measurements', to='curation.filterrun'),
        ),
        migrations.AlterField(
            model_name='nearduplicatepair',
            name='run',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='curation.filterrun'),
        ),
        migrations.AlterField(
            model_name='screeningvote',
            name='image',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='curation.image'),
        ),
    ]
