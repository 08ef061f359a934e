"""All tables in one step, for new installations (decision 48)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('workflow', '0001_initial'),
        ('workflow', '0002_worker_processes'),
        ('workflow', '0003_job_queue'),
        ('workflow', '0004_shared_entries'),
        ('workflow', '0005_job_dismissed'),
        ('workflow', '0006_job_after_job'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WorkerSeen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=128, unique=True)),
                ('queues', models.JSONField(default=list)),
                ('processes', models.PositiveIntegerField(default=1)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=64)),
                ('queue', models.CharField(default='default', max_length=16)),
                ('scope_id', models.BigIntegerField()),
                ('parameters', models.JSONField(default=dict)),
                ('next_parameters', models.JSONField(null=True)),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('finished', 'Finished'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=16)),
                ('total', models.PositiveIntegerField(null=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('result', models.JSONField(default=dict)),
                ('error', models.TextField(blank=True)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('worker', models.CharField(blank=True, max_length=64)),
                ('cancel_requested', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('heartbeat_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('dismissed_at', models.DateTimeField(null=True)),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['scope_id', '-id'], name='job_scope')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ['queued', 'running'])), fields=('scope_id', 'kind'), name='job_one_of_a_kind_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('machine', models.CharField(max_length=32)),
                ('subject_id', models.BigIntegerField()),
                ('subjects', models.JSONField(null=True)),
                ('version', models.PositiveIntegerField()),
                ('action', models.CharField(max_length=32)),
                ('source', models.CharField(max_length=32)),
                ('target', models.CharField(max_length=32)),
                ('role', models.CharField(max_length=16)),
                ('reason', models.TextField(blank=True)),
                ('data', models.JSONField(default=dict)),
                ('scope_id', models.BigIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['scope_id', 'id'], name='ledger_scope'), models.Index(fields=['scope_id', 'machine', 'target'], name='ledger_scope_target'), models.Index(condition=models.Q(('subjects__isnull', False)), fields=['scope_id', 'machine'], name='ledger_shared')],
                'constraints': [models.UniqueConstraint(fields=('machine', 'subject_id', 'version'), name='ledger_one_mover_a_version')],
            },
        ),
    ]
