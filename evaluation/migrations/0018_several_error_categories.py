import django.db.models.deletion
from django.db import migrations, models


def one_to_several(apps, schema_editor):
    mark = apps.get_model("evaluation", "ErrorMark")
    for row in mark.objects.using(schema_editor.connection.alias).iterator():
        row.categories = [row.category]
        row.save(update_fields=["categories"])


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0017_human_baseline_assignments'),
    ]

    operations = [
        migrations.AddField(
            model_name='erroranalysis',
            name='even',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='errorsample',
            name='correct',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='errormark',
            name='categories',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='run',
            name='footnote',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.RunPython(one_to_several, migrations.RunPython.noop),
        migrations.RemoveField(model_name='errormark', name='category'),
        migrations.AlterField(
            model_name='run',
            name='release',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='releases.release'),
        ),
        migrations.AlterField(
            model_name='imagedependencereview',
            name='release',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='releases.release'),
        ),
    ]
