from django.db import migrations


class Migration(migrations.Migration):
    """The case of an item has the search columns of its submissions (review 0009)."""

    dependencies = [("annotation", "0015_earlier_versions")]

    operations = [
        migrations.RemoveField(model_name="annotation", name="search_text"),
        migrations.RemoveField(model_name="annotation", name="search_labels"),
    ]
