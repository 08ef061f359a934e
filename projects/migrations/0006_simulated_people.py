from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Concat, Substr


def mark_crews(apps, schema_editor):
    """Mark the accounts that ``crew_simulate`` of earlier versions created."""
    users = apps.get_model("projects", "User").objects
    crews = users.filter(
        username__regex=r"^crew-.+-\d+-(annotator-\d+|organizer)$",
        display_name__startswith="Crew ",
    )
    crews.update(
        is_simulated=True, pseudonym=Concat(Value("sim-"), Substr("pseudonym", 3))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("projects", "0005_descriptions_and_mailed_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_simulated",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="invitation",
            name="is_simulated",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_crews, migrations.RunPython.noop, elidable=True),
    ]
