"""All tables in one step, for new installations (decision 48)."""

import annotation.items.models.questions
import annotation.items.models.slots
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('annotation', '0001_initial'),
        ('annotation', '0002_questions_without_a_key'),
        ('annotation', '0003_first_visit'),
        ('annotation', '0004_calibration'),
        ('annotation', '0005_draft_versions'),
        ('annotation', '0006_answers_of_every_format'),
        ('annotation', '0007_gold'),
        ('annotation', '0008_assignment'),
        ('annotation', '0009_calls'),
        ('annotation', '0010_answers'),
        ('annotation', '0011_search_columns'),
        ('annotation', '0012_annotations_by_time'),
        ('annotation', '0013_record_once'),
        ('annotation', '0014_record_once_data'),
        ('annotation', '0015_earlier_versions'),
        ('annotation', '0016_search_columns_of_cases'),
        ('annotation', '0017_model_names'),
        ('annotation', '0018_spare_indexes'),
        ('annotation', '0019_lease_begin'),
        ('annotation', '0020_submitted_drafts'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("curation", "0001_squashed_0017_stage_values_in_images"),
        ("projects", "0001_squashed_0008_raters"),
    ]

    operations = [
        migrations.CreateModel(
            name='CalibrationBatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('number', models.PositiveIntegerField()),
                ('handed_in', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calibrations', to='projects.project')),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='calibration_number'), models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('project',), name='calibration_one_open')],
            },
        ),
        migrations.CreateModel(
            name='CalibrationPass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('likeness', models.FloatField(null=True)),
                ('reason', models.TextField(blank=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='passes', to='annotation.calibrationbatch')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('batch', 'person'), name='calibration_pass_once')],
            },
        ),
        migrations.CreateModel(
            name='CollectionRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('field', models.CharField(max_length=64)),
                ('choice', models.CharField(max_length=64)),
                ('wanted', models.PositiveIntegerField()),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('people', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='projects.project')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ConsentForm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('consent', models.JSONField()),
                ('content_warning', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='briefings', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='briefing_number')],
            },
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('briefing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='annotation.consentform')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('briefing', 'person'), name='consent_once')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=1)),
                ('content', models.JSONField(null=True)),
                ('begun_at', models.DateTimeField(auto_now_add=True)),
                ('saved_at', models.DateTimeField(auto_now=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='DraftVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('saved_at', models.DateTimeField()),
                ('draft', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='annotation.draft')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('draft', 'number'), name='draft_version_number')],
            },
        ),
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='projects.project')),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='item_number')],
            },
        ),
        migrations.CreateModel(
            name='GoldItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('added_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='gold', to='projects.project')),
                ('item', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.item')),
            ],
        ),
        migrations.CreateModel(
            name='Exclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tag', models.CharField(blank=True, max_length=64)),
                ('reason', models.TextField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exclusions', to='projects.project')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='curation.source')),
                ('item', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.item')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('item__isnull', False), ('source', None), ('tag', '')), models.Q(('item', None), ('source', None), models.Q(('tag', ''), _negated=True)), models.Q(('item', None), ('source__isnull', False), ('tag', '')), _connector='OR'), name='exclusion_of_one_thing'), models.UniqueConstraint(condition=models.Q(('item__isnull', False), ('lifted_at', None)), fields=('person', 'item'), name='exclusion_once_an_item'), models.UniqueConstraint(condition=models.Q(('lifted_at', None), models.Q(('tag', ''), _negated=True)), fields=('project', 'person', 'tag'), name='exclusion_once_a_tag'), models.UniqueConstraint(condition=models.Q(('lifted_at', None), ('source__isnull', False)), fields=('project', 'person', 'source'), name='exclusion_once_a_source')],
            },
        ),
        migrations.CreateModel(
            name='CalibrationItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='annotation.calibrationbatch')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.item')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('batch', 'item'), name='calibration_item_once')],
            },
        ),
        migrations.CreateModel(
            name='ItemImage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('image', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='place', to='curation.image')),
                ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='annotation.item')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('item', 'position'), name='item_image_position')],
            },
        ),
        migrations.CreateModel(
            name='ItemTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tag', models.CharField(max_length=64)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='annotation.item')),
            ],
            options={
                'indexes': [models.Index(fields=['tag', 'item'], name='item_tag')],
                'constraints': [models.UniqueConstraint(fields=('item', 'tag'), name='item_tag_once')],
            },
        ),
        migrations.CreateModel(
            name='OnboardingSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('gold_share', models.FloatField(null=True)),
                ('practice_item', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.item')),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='training', to='projects.project')),
            ],
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(default=annotation.items.models.questions.new_question_uid, max_length=32, unique=True)),
                ('position', models.PositiveIntegerField()),
                ('format', models.CharField(max_length=32)),
                ('fixed', models.CharField(blank=True, max_length=64)),
                ('current_number', models.PositiveIntegerField(default=1)),
                ('live', models.BooleanField(default=True)),
                ('dropped_reason', models.TextField(blank=True)),
                ('dropped_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='annotation.item')),
            ],
        ),
        migrations.CreateModel(
            name='QuestionRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('stem', models.TextField()),
                ('options', models.JSONField()),
                ('search_text', models.TextField(default='')),
                ('answer', models.JSONField(null=True)),
                ('reason', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='annotation.question')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('question', 'number'), name='question_revision_number')],
            },
        ),
        migrations.CreateModel(
            name='Slot',
            fields=[
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('id', models.BigIntegerField(default=annotation.items.models.slots.new_slot_id, editable=False, primary_key=True, serialize=False)),
                ('purpose', models.CharField(choices=[('work', 'Work'), ('practice', 'Practice'), ('calibration', 'Calibration'), ('gold', 'Gold'), ('rework', 'Rework'), ('extra', 'Extra')], default='work', max_length=16)),
                ('work_pass', models.PositiveIntegerField(default=1)),
                ('number', models.PositiveIntegerField()),
                ('lease_until', models.DateTimeField(null=True)),
                ('leased_at', models.DateTimeField(null=True)),
                ('pinned', models.BooleanField(default=False)),
                ('started', models.BooleanField(default=False)),
                ('moved_at', models.DateTimeField(null=True)),
                ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='annotation.item')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'status'], name='slot_status'), models.Index(condition=models.Q(('lease_until__isnull', False)), fields=['lease_until'], name='slot_lease'), models.Index(fields=['project', 'purpose', 'status', '-started', 'item', 'number'], name='slot_next'), models.Index(fields=['person', '-moved_at'], name='slot_of_person')],
                'constraints': [models.UniqueConstraint(fields=('item', 'purpose', 'work_pass', 'number'), name='slot_number'), models.UniqueConstraint(condition=models.Q(('status', 'leased')), fields=('project', 'person'), name='slot_one_lease_a_person'), models.UniqueConstraint(fields=('item', 'purpose', 'work_pass', 'person'), name='slot_one_a_person')],
            },
        ),
        migrations.AddField(
            model_name='draft',
            name='slot',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='annotation.slot'),
        ),
        migrations.CreateModel(
            name='Annotation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('seconds', models.FloatField(null=True)),
                ('draft_version', models.PositiveIntegerField(default=1)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('submitted_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('protocol_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.protocolversion')),
                ('answers', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.slot')),
                ('slot', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to='annotation.slot')),
            ],
            options={
                'indexes': [models.Index(fields=['submitted_at'], name='annotation_submitted')],
                'constraints': [models.UniqueConstraint(fields=('slot', 'revision'), name='annotation_revision'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('person', 'key'), name='annotation_once_a_key')],
            },
        ),
        migrations.CreateModel(
            name='AnnotatorQuota',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('languages', models.JSONField(default=list)),
                ('skills', models.JSONField(default=list)),
                ('most_a_day', models.PositiveIntegerField(null=True)),
                ('most_in_all', models.PositiveIntegerField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='terms', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'person'), name='terms_once_a_person')],
            },
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(fields=('slot', 'person'), name='draft_once'),
        ),
    ]
