"""The text area of an image is the value of a measure by now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("curation", "0010_stage_ids")]

    operations = [migrations.RemoveField("image", "text_area")]
