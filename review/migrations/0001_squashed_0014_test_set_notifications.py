"""All tables in one step, for new installations (decision 48)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('review', '0001_initial'),
        ('review', '0002_threads_and_notices'),
        ('review', '0003_answers_of_every_format'),
        ('review', '0004_decided_together'),
        ('review', '0005_made_questions'),
        ('review', '0006_search_columns'),
        ('review', '0007_answers_by_time'),
        ('review', '0008_stored_figures'),
        ('review', '0009_search_undecided_cases'),
        ('review', '0010_model_names'),
        ('review', '0011_answer_in_assignment'),
        ('review', '0012_spare_indexes'),
        ('review', '0013_discussions_of_dissent'),
        ('review', '0014_test_set_notifications'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("annotation", "0001_squashed_0020_submitted_drafts"),
        ("projects", "0001_squashed_0008_raters"),
    ]

    operations = [
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('comparison', models.JSONField(default=dict)),
                ('disputed', models.PositiveIntegerField(default=0)),
                ('handed_in', models.PositiveIntegerField(default=0)),
                ('record', models.JSONField(default=dict)),
                ('search_text', models.TextField(default='')),
                ('search_labels', models.TextField(default='')),
                ('proposal', models.JSONField(default=dict)),
                ('drafted', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('adjudicator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='case', to='annotation.item')),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'status'], name='case_status')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('work_returned', 'Work Returned'), ('question_returned', 'Question Returned'), ('work_lapsed', 'Work Lapsed'), ('asked', 'Asked'), ('answered', 'Answered'), ('thread_closed', 'Thread Closed'), ('dissent', 'Dissent'), ('test_set_assigned', 'Test Set Assigned')], max_length=32)),
                ('subject_id', models.BigIntegerField()),
                ('text', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('read_at', models.DateTimeField(null=True)),
                ('item', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='annotation.item')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'person', '-id'], name='notice_of_person')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('read_at', None)), fields=('person', 'kind', 'subject_id'), name='notice_once_unread')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('number', models.PositiveIntegerField()),
                ('based_on', models.PositiveIntegerField()),
                ('rules', models.JSONField()),
                ('seed', models.PositiveIntegerField(default=0)),
                ('waiver', models.TextField(blank=True)),
                ('report', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='projects.project')),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='round_number'), models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('project',), name='round_one_open')],
            },
        ),
        migrations.CreateModel(
            name='ChecklistMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveIntegerField(default=1)),
                ('ticked', models.JSONField(default=list)),
                ('passed', models.BooleanField(null=True)),
                ('note', models.TextField(blank=True)),
                ('marked_at', models.DateTimeField(null=True)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='review.case')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='review.round')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'case', 'attempt'), name='mark_attempt')],
            },
        ),
        migrations.CreateModel(
            name='StoredFigures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('position', models.CharField(max_length=64)),
                ('as_of', models.DateTimeField()),
                ('data', models.JSONField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='figures_one_of_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Thread',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('purpose', models.CharField(choices=[('question', 'Question'), ('consensus', 'Consensus'), ('calibration', 'Calibration')], max_length=16)),
                ('origin', models.CharField(choices=[('annotating', 'Annotating'), ('validating', 'Validating'), ('reworking', 'Reworking'), ('organizing', 'Organizing'), ('dissent', 'Dissent')], max_length=16)),
                ('guideline_gap', models.BooleanField(default=False)),
                ('resolution', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('written_at', models.DateTimeField(auto_now_add=True)),
                ('begun_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='threads', to='annotation.item')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('question', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='annotation.question')),
            ],
            options={
                'indexes': [models.Index(fields=['project', '-written_at'], name='thread_written')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('purpose', 'calibration')), fields=('item',), name='thread_one_calibration_an_item')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=16)),
                ('text', models.TextField()),
                ('written_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('thread', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='review.thread')),
            ],
        ),
        migrations.CreateModel(
            name='ValidationAssignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('number', models.PositiveIntegerField()),
                ('lease_until', models.DateTimeField(null=True)),
                ('waived', models.TextField(blank=True)),
                ('order', models.JSONField(null=True)),
                ('chosen', models.JSONField(null=True)),
                ('issues', models.JSONField(default=list)),
                ('comment', models.TextField(blank=True)),
                ('seconds', models.FloatField(null=True)),
                ('answered_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='annotation.questionrevision')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='places', to='review.round')),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'status'], name='place_status'), models.Index(fields=['project', '-answered_at'], name='place_answered')],
                'constraints': [models.UniqueConstraint(fields=('round', 'revision', 'number'), name='place_number'), models.UniqueConstraint(fields=('round', 'revision', 'person'), name='place_one_a_person'), models.UniqueConstraint(condition=models.Q(('status', 'leased')), fields=('project', 'person'), name='place_one_lease_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('passed', models.BooleanField()),
                ('agreed', models.PositiveIntegerField()),
                ('asked', models.PositiveIntegerField()),
                ('reasons', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('discussion', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='verdict', to='review.thread')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='annotation.questionrevision')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='review.round')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'revision'), name='verdict_once_a_round')],
            },
        ),
    ]
