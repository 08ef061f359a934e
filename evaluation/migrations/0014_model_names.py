from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0013_model_cards")]

    operations = [
        migrations.RenameModel("PictureCheck", "ImageDependenceReview"),
    ]
