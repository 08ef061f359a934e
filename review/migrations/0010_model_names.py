from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("review", "0009_search_undecided_cases")]

    operations = [
        migrations.RenameModel("ValidationPlace", "ValidationAssignment"),
        migrations.RenameModel("Figures", "StoredFigures"),
        migrations.RenameModel("Notice", "Notification"),
    ]
