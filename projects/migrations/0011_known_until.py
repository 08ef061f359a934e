from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0010_hashed_links_and_tokens")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="known_until",
            field=models.DateTimeField(null=True),
        ),
    ]
