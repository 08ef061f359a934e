from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('curation', '0013_licence_history'),
    ]

    operations = [
        migrations.AlterField(
            model_name='image',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
    ]
