import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('releases', '0006_release_forms'),
    ]

    operations = [
        migrations.AlterField(
            model_name='frozenrow',
            name='release',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='releases.release'),
        ),
        migrations.AlterField(
            model_name='release',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
    ]
