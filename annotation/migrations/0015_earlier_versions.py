from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("annotation", "0014_record_once_data")]

    operations = [migrations.RemoveField(model_name="draftversion", name="begun_at")]
