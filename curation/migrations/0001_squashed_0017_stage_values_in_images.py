"""All tables in one step, for new installations (decision 48)."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('curation', '0001_initial'),
        ('curation', '0002_previews_and_released_copies'),
        ('curation', '0003_import_batches'),
        ('curation', '0004_source_changes'),
        ('curation', '0005_search_shares'),
        ('curation', '0006_votes_in_words'),
        ('curation', '0007_images_together'),
        ('curation', '0008_smaller_fingerprints'),
        ('curation', '0009_stage_values'),
        ('curation', '0010_stage_ids'),
        ('curation', '0011_text_area_is_a_value'),
        ('curation', '0012_model_names'),
        ('curation', '0013_licence_history'),
        ('curation', '0014_spare_indexes'),
        ('curation', '0015_uploads_without_project'),
        ('curation', '0016_pair_decisions'),
        ('curation', '0017_stage_values_in_images'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("projects", "0001_squashed_0008_raters"),
        ("workflow", "0001_squashed_0006_job_after_job"),
    ]

    operations = [
        migrations.CreateModel(
            name='HostRequestTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('host', models.CharField(max_length=255, unique=True)),
                ('next_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='FilterRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.CharField(max_length=64)),
                ('parameters', models.JSONField(default=dict)),
                ('tools', models.JSONField(default=dict)),
                ('counts', models.JSONField(default=dict)),
                ('signature', models.CharField(max_length=64)),
                ('reason', models.TextField(blank=True)),
                ('preview', models.BooleanField(default=False)),
                ('seconds', models.FloatField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='workflow.job')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('job', 'stage'), name='one_run_a_job_stage')],
            },
        ),
        migrations.CreateModel(
            name='DuplicateScanShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('first', models.BigIntegerField()),
                ('last', models.BigIntegerField()),
                ('images', models.PositiveIntegerField()),
                ('candidates', models.PositiveIntegerField(default=0)),
                ('done', models.BooleanField(default=False)),
                ('worker', models.CharField(blank=True, max_length=64)),
                ('beat_at', models.DateTimeField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='curation.filterrun')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'number'), name='share_once_a_run')],
            },
        ),
        migrations.CreateModel(
            name='Image',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('sha256', models.CharField(max_length=64)),
                ('original_path', models.TextField()),
                ('original', models.CharField(max_length=200)),
                ('published', models.CharField(max_length=200)),
                ('preview', models.CharField(max_length=200)),
                ('thumbnail', models.CharField(max_length=200)),
                ('published_sha256', models.CharField(max_length=64)),
                ('reencoded', models.BooleanField(default=False)),
                ('format', models.CharField(max_length=16)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('size', models.PositiveBigIntegerField()),
                ('phash', models.CharField(db_index=True, max_length=16)),
                ('details', models.JSONField(default=dict)),
                ('stage_values', models.JSONField(default=dict)),
                ('overridden_stages', models.JSONField(default=list)),
                ('votes_cast', models.PositiveSmallIntegerField(default=0)),
                ('together', models.CharField(blank=True, max_length=200)),
                ('together_at', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('duplicate_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='duplicates', to='curation.image')),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='workflow.job')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='images', to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'status', 'votes_cast', 'id'], name='image_queue')],
                'constraints': [models.UniqueConstraint(fields=('project', 'sha256'), name='image_once_a_project')],
            },
        ),
        migrations.CreateModel(
            name='FilterChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('change', models.CharField(choices=[('goes', 'Goes'), ('back', 'Back'), ('moves', 'Moves'), ('stays', 'Stays')], max_length=8)),
                ('distance', models.PositiveSmallIntegerField(null=True)),
                ('certainty', models.FloatField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='curation.filterrun')),
                ('before', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('kept', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'image'), name='one_change_a_run')],
            },
        ),
        migrations.CreateModel(
            name='ImportPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_by', models.CharField(blank=True, max_length=64)),
                ('files', models.PositiveIntegerField(default=0)),
                ('helped', models.BooleanField(default=True)),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.job')),
            ],
        ),
        migrations.CreateModel(
            name='ImportBatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_by', models.CharField(max_length=64)),
                ('number', models.PositiveIntegerField()),
                ('files', models.JSONField()),
                ('count', models.PositiveIntegerField()),
                ('rejected', models.PositiveIntegerField(default=0)),
                ('done', models.BooleanField(default=False)),
                ('worker', models.CharField(blank=True, max_length=64)),
                ('beat_at', models.DateTimeField(null=True)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='batches', to='curation.importplan')),
            ],
            options={
                'indexes': [models.Index(fields=['plan', 'done', 'number'], name='batch_next')],
            },
        ),
        migrations.CreateModel(
            name='Measurement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('measure', models.CharField(blank=True, max_length=64)),
                ('value', models.FloatField(null=True)),
                ('threshold', models.FloatField()),
                ('excluded', models.BooleanField()),
                ('details', models.JSONField(default=dict)),
                ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='measurements', to='curation.image')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='measurements', to='curation.filterrun')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'image', 'measure'), name='measured_once_a_run')],
            },
        ),
        migrations.CreateModel(
            name='NearDuplicatePair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('distance', models.PositiveSmallIntegerField()),
                ('certainty', models.FloatField()),
                ('confirmation', models.JSONField()),
                ('left', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('right', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='curation.filterrun')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'left', 'right'), name='pair_once')],
            },
        ),
        migrations.CreateModel(
            name='PairDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('same', 'Same'), ('different', 'Different'), ('variant', 'Variant')], max_length=16)),
                ('reason', models.TextField(blank=True)),
                ('decided_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('left', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('right', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('left', 'right'), name='not_copies_once')],
            },
        ),
        migrations.CreateModel(
            name='ReleasedCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('distance', models.PositiveSmallIntegerField()),
                ('confirmation', models.JSONField()),
                ('decision', models.CharField(choices=[('open', 'Open'), ('excluded', 'Excluded'), ('kept', 'Kept')], default='open', max_length=8)),
                ('reason', models.TextField(blank=True)),
                ('decided_at', models.DateTimeField(null=True)),
                ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='released_copies', to='curation.image')),
                ('released', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.image')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='curation.filterrun')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('image', 'released'), name='released_copy_once')],
            },
        ),
        migrations.CreateModel(
            name='ScreeningVote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('decision', models.CharField(choices=[('keep', 'Keep'), ('discard', 'Discard'), ('unsure', 'Unsure')], max_length=8)),
                ('reason', models.CharField(blank=True, max_length=64)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('seconds', models.FloatField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='curation.image')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('image', 'person'), name='vote_once_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Source',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('licence', models.CharField(max_length=200)),
                ('rights', models.CharField(choices=[('redistribute', 'Redistribute'), ('address_only', 'Address Only'), ('prohibited', 'Prohibited')], default='redistribute', max_length=16)),
                ('address', models.URLField(blank=True, max_length=2000)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sources', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name', 'licence'), name='source_once_a_project')],
            },
        ),
        migrations.CreateModel(
            name='ImportRejection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.TextField()),
                ('code', models.CharField(max_length=32)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('job', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='workflow.job')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='curation.source')),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('job'), django.db.models.functions.text.MD5('path'), name='rejected_once_an_import')],
            },
        ),
        migrations.CreateModel(
            name='ImageAlias',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.TextField()),
                ('details', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='aliases', to='curation.image')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='curation.source')),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('image'), models.F('source'), django.db.models.functions.text.MD5('path'), name='alias_once')],
            },
        ),
        migrations.AddField(
            model_name='image',
            name='source',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='images', to='curation.source'),
        ),
        migrations.CreateModel(
            name='SourceChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.CharField(choices=[('redistribute', 'Redistribute'), ('address_only', 'Address Only'), ('prohibited', 'Prohibited')], max_length=16)),
                ('after', models.CharField(choices=[('redistribute', 'Redistribute'), ('address_only', 'Address Only'), ('prohibited', 'Prohibited')], max_length=16)),
                ('licence_before', models.CharField(blank=True, max_length=200)),
                ('licence_after', models.CharField(blank=True, max_length=200)),
                ('reason', models.TextField()),
                ('changed_at', models.DateTimeField(auto_now_add=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='curation.source')),
            ],
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='workflow.job')),
                ('project', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='curation.source')),
            ],
        ),
        migrations.CreateModel(
            name='UploadPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.TextField()),
                ('number', models.PositiveIntegerField()),
                ('of', models.PositiveIntegerField()),
                ('size', models.PositiveIntegerField()),
                ('stored', models.CharField(max_length=200)),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='curation.upload')),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('upload'), django.db.models.functions.text.MD5('path'), models.F('number'), name='upload_part_once')],
            },
        ),
    ]
