"""When people get their notifications by mail, and at which address."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0012_time_zone'),
    ]

    operations = [
        migrations.CreateModel(
            name='MailPreference',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mail_preference', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('frequency', models.CharField(choices=[('off', 'Off'), ('at_once', 'At Once'), ('daily', 'Daily')], default='off', max_length=16)),
                ('since', models.DateTimeField(null=True)),
                ('confirmed_address', models.EmailField(blank=True, max_length=254)),
                ('refused_address', models.EmailField(blank=True, max_length=254)),
                ('refusal', models.CharField(blank=True, max_length=300)),
                ('next_mail_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
            ],
        ),
    ]
