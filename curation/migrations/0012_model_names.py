from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("curation", "0011_text_area_is_a_value")]

    operations = [
        migrations.RenameModel("NotCopies", "RejectedDuplicatePair"),
        migrations.RenameModel("CopyPair", "NearDuplicatePair"),
        migrations.RenameModel("SearchShare", "DuplicateScanShare"),
        migrations.RenameModel("HostTurn", "HostRequestTime"),
    ]
