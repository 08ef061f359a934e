from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0019_work_of_former_organizers")]

    operations = [
        migrations.AlterField(
            model_name="storedfigures",
            name="position",
            field=models.CharField(max_length=128),
        ),
    ]
