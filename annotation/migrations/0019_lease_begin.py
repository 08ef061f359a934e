from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0018_spare_indexes'),
    ]

    operations = [
        migrations.AddField(
            model_name='slot',
            name='leased_at',
            field=models.DateTimeField(null=True),
        ),
    ]
