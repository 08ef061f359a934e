from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("releases", "0004_gate_check")]

    operations = [
        migrations.RenameModel("Notice", "ReleaseNotice"),
    ]
