"""A source has no rights until somebody chooses them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('curation', '0019_fewer_indexes'),
        ('projects', '0008_raters'),
    ]

    operations = [
        migrations.AlterField(
            model_name='source',
            name='rights',
            field=models.CharField(choices=[('redistribute', 'Redistribute'), ('address_only', 'Address Only'), ('prohibited', 'Prohibited')], max_length=16),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=models.Q(('rights__in', ['redistribute', 'address_only', 'prohibited'])), name='source_rights_are_chosen'),
        ),
    ]
