from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("annotation", "0016_search_columns_of_cases")]

    operations = [
        migrations.RenameModel("Terms", "AnnotatorQuota"),
        migrations.RenameModel("Call", "CollectionRequest"),
        migrations.RenameModel("Briefing", "ConsentForm"),
        migrations.RenameModel("Training", "OnboardingSettings"),
    ]
