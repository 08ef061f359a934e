"""All tables in one step, for new installations (decision 48)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('releases', '0001_initial'),
        ('releases', '0002_private_keys_and_notices'),
        ('releases', '0003_frozen_by_the_job'),
        ('releases', '0004_gate_check'),
        ('releases', '0005_model_names'),
        ('releases', '0006_release_forms'),
        ('releases', '0007_spare_indexes'),
        ('releases', '0008_responsible_ai_fields'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("annotation", "0001_squashed_0020_submitted_drafts"),
        ("projects", "0001_squashed_0008_raters"),
        ("workflow", "0001_squashed_0006_job_after_job"),
    ]

    operations = [
        migrations.CreateModel(
            name='GateCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ledger_id', models.BigIntegerField(default=0)),
                ('checked_at', models.DateTimeField()),
                ('content', models.JSONField()),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='gate_check', to='projects.project')),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
            ],
        ),
        migrations.CreateModel(
            name='Release',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('version', models.CharField(max_length=32)),
                ('name', models.CharField(max_length=200)),
                ('seed', models.PositiveIntegerField(default=0)),
                ('note', models.TextField(blank=True)),
                ('asked', models.JSONField(default=dict)),
                ('blocked', models.JSONField(default=list)),
                ('frozen_at', models.DateTimeField(null=True)),
                ('facts', models.JSONField(default=dict)),
                ('private', models.JSONField(default=list)),
                ('secret', models.CharField(blank=True, max_length=64)),
                ('changes', models.JSONField(default=dict)),
                ('summary', models.JSONField(default=dict)),
                ('manifest_sha256', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='workflow.job')),
                ('previous', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='releases.release')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='projects.project')),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='release_version_once')],
            },
        ),
        migrations.CreateModel(
            name='GateOverride',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(max_length=32)),
                ('message', models.TextField()),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='overrides', to='releases.release')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('release', 'line'), name='override_once')],
            },
        ),
        migrations.CreateModel(
            name='FrozenRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=16)),
                ('split', models.CharField(max_length=64)),
                ('payload', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.item')),
                ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='releases.release')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('release', 'key'), name='frozen_key_once')],
            },
        ),
        migrations.CreateModel(
            name='ReleaseFormDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('authors', models.JSONField(default=list)),
                ('funding', models.TextField(blank=True)),
                ('contact', models.CharField(blank=True, max_length=300)),
                ('intended_use', models.TextField(blank=True)),
                ('limits', models.TextField(blank=True)),
                ('biases', models.TextField(blank=True)),
                ('personal_information', models.TextField(blank=True)),
                ('social_impact', models.TextField(blank=True)),
                ('synthetic_data', models.BooleanField(null=True)),
                ('doi', models.CharField(blank=True, max_length=200)),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='release_form', to='projects.project')),
            ],
        ),
        migrations.CreateModel(
            name='ReleaseNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('erratum', 'Erratum'), ('takedown', 'Takedown')], max_length=16)),
                ('key', models.CharField(blank=True, max_length=16)),
                ('question', models.CharField(blank=True, max_length=64)),
                ('text', models.TextField()),
                ('role', models.CharField(max_length=16)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='releases.release')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
