from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0006_simulated_people'),
    ]

    operations = [
        migrations.AlterField(
            model_name='membership',
            name='status',
            field=models.CharField(editable=False, max_length=32),
        ),
    ]
