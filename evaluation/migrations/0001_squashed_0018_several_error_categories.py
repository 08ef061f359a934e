"""All tables in one step, for new installations (decision 48)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('evaluation', '0001_initial'),
        ('evaluation', '0002_backends_and_prices'),
        ('evaluation', '0003_error_analysis'),
        ('evaluation', '0004_results_from_outside'),
        ('evaluation', '0005_what_was_read'),
        ('evaluation', '0006_ratings_and_judges'),
        ('evaluation', '0007_picture_checks'),
        ('evaluation', '0008_human_baselines'),
        ('evaluation', '0009_candidates'),
        ('evaluation', '0010_endpoints'),
        ('evaluation', '0011_scoring_apart'),
        ('evaluation', '0012_columns'),
        ('evaluation', '0013_model_cards'),
        ('evaluation', '0014_model_names'),
        ('evaluation', '0015_outcomes_as_columns'),
        ('evaluation', '0016_spare_indexes'),
        ('evaluation', '0017_human_baseline_assignments'),
        ('evaluation', '0018_several_error_categories'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("projects", "0001_squashed_0008_raters"),
        ("releases", "0001_squashed_0008_responsible_ai_fields"),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('item_key', models.CharField(max_length=32)),
                ('part_of', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('key_sha256', models.CharField(max_length=64, unique=True)),
                ('daily_limit', models.PositiveIntegerField()),
                ('active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='entrant_name_once')],
            },
        ),
        migrations.CreateModel(
            name='ErrorAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('field', models.CharField(blank=True, max_length=64)),
                ('even', models.BooleanField(default=False)),
                ('seed', models.PositiveIntegerField()),
                ('markers', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
            ],
        ),
        migrations.CreateModel(
            name='ErrorSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question_id', models.CharField(max_length=64)),
                ('stratum', models.CharField(blank=True, max_length=64)),
                ('correct', models.BooleanField(default=False)),
                ('analysis', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='samples', to='evaluation.erroranalysis')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('analysis', 'question_id'), name='error_sample_once')],
            },
        ),
        migrations.CreateModel(
            name='ErrorMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('note', models.TextField(blank=True)),
                ('marked_at', models.DateTimeField(auto_now=True)),
                ('categories', models.JSONField(default=list)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='evaluation.errorsample')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('sample', 'place'), name='error_mark_place'), models.UniqueConstraint(fields=('sample', 'person'), name='error_mark_one_a_person')],
            },
        ),
        migrations.CreateModel(
            name='HumanBaseline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tallies', models.JSONField()),
                ('shares', models.JSONField()),
                ('counted_at', models.DateTimeField(auto_now=True)),
                ('release', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='human_baseline', to='releases.release')),
            ],
        ),
        migrations.CreateModel(
            name='ImageDependenceReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('question_id', models.CharField(max_length=64)),
                ('item_id', models.PositiveBigIntegerField()),
                ('models_asked', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('release', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='releases.release')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'question_id'), name='picture_check_once')],
            },
        ),
        migrations.CreateModel(
            name='ModelCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('access', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed')], max_length=16)),
                ('size', models.CharField(blank=True, max_length=100)),
                ('vision_encoder', models.CharField(blank=True, max_length=200)),
                ('projection', models.CharField(blank=True, max_length=200)),
                ('language_model', models.CharField(blank=True, max_length=200)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'model'), name='model_card_once')],
            },
        ),
        migrations.CreateModel(
            name='QuestionColumns',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ids', models.JSONField()),
                ('splits', models.JSONField()),
                ('clusters', models.JSONField()),
                ('answers', models.JSONField()),
                ('keys', models.TextField()),
                ('orders', models.JSONField()),
                ('contents', models.JSONField()),
                ('labels', models.JSONField()),
                ('release', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='question_columns', to='releases.release')),
            ],
        ),
        migrations.CreateModel(
            name='RatingMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('note', models.TextField(blank=True)),
                ('marked_at', models.DateTimeField(auto_now=True)),
                ('marks', models.JSONField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='evaluation.ratingsample')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('sample', 'place'), name='rating_mark_place'), models.UniqueConstraint(fields=('sample', 'person'), name='rating_mark_one_a_person')],
            },
        ),
        migrations.CreateModel(
            name='RatingTask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rating', models.CharField(max_length=32)),
                ('seed', models.PositiveIntegerField()),
                ('people', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('protocol_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='projects.protocolversion')),
                ('release', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='releases.release')),
            ],
        ),
        migrations.AddField(
            model_name='ratingsample',
            name='task',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='samples', to='evaluation.ratingtask'),
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(editable=False, max_length=32)),
                ('state_version', models.PositiveIntegerField(default=0, editable=False)),
                ('model', models.CharField(max_length=200)),
                ('revision', models.CharField(blank=True, max_length=200)),
                ('backend', models.CharField(choices=[('openai', 'Openai'), ('transformers', 'Transformers'), ('replay', 'Replay'), ('random', 'Random'), ('frequent', 'Frequent')], max_length=16)),
                ('endpoint', models.CharField(blank=True, max_length=64)),
                ('base_url', models.URLField(blank=True, max_length=500)),
                ('by_operator', models.BooleanField(default=False)),
                ('prompt_price', models.FloatField(null=True)),
                ('completion_price', models.FloatField(null=True)),
                ('origin', models.CharField(choices=[('own', 'Own'), ('imported', 'Imported'), ('submitted', 'Submitted'), ('people', 'People'), ('answered', 'Answered')], default='own', max_length=16)),
                ('setting', models.CharField(max_length=32)),
                ('splits', models.JSONField()),
                ('seed', models.PositiveIntegerField(default=0)),
                ('footnote', models.CharField(blank=True, max_length=300)),
                ('chosen', models.BooleanField(default=False)),
                ('total', models.PositiveIntegerField()),
                ('answered', models.PositiveIntegerField(default=0)),
                ('summary', models.JSONField(default=dict)),
                ('result', models.JSONField(default=dict)),
                ('heard_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('judges', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='judgements', to='evaluation.run')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='projects.project')),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='releases.release')),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('judges__isnull', True), ('origin', 'own'), ('status__in', ['queued', 'running'])), fields=('release', 'model', 'backend', 'setting', 'seed'), name='run_one_at_a_time'), models.UniqueConstraint(condition=models.Q(('status__in', ['queued', 'running'])), fields=('judges', 'model', 'backend', 'setting', 'seed'), name='run_judges_one_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Response',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question_id', models.CharField(max_length=64)),
                ('attempt', models.PositiveIntegerField(default=1)),
                ('failed', models.BooleanField(default=False)),
                ('record', models.JSONField()),
                ('received_at', models.DateTimeField(auto_now_add=True)),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='responses', to='evaluation.run')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'question_id', 'attempt'), name='response_attempt')],
            },
        ),
        migrations.AddField(
            model_name='ratingtask',
            name='run',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='evaluation.run'),
        ),
        migrations.CreateModel(
            name='OutcomeColumns',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rule', models.CharField(max_length=32)),
                ('outcomes', models.TextField()),
                ('letters', models.TextField()),
                ('texts', models.JSONField(default=dict)),
                ('reasons', models.JSONField(default=dict)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outcome_columns', to='evaluation.run')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('run', 'rule'), name='outcomes_once_a_rule')],
            },
        ),
        migrations.AddField(
            model_name='erroranalysis',
            name='run',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='analyses', to='evaluation.run'),
        ),
        migrations.CreateModel(
            name='BaselineAssignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('splits', models.JSONField()),
                ('total', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='baseline_assignments', to=settings.AUTH_USER_MODEL)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='baseline_assignments', to='releases.release')),
                ('run', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='baseline_assignment', to='evaluation.run')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('release', 'person'), name='baseline_once_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('number', models.PositiveIntegerField()),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='evaluation.entrant')),
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='submission', to='evaluation.run')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('entrant', 'day', 'number'), name='submission_number')],
            },
        ),
        migrations.CreateModel(
            name='BaselineAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.CharField(max_length=64)),
                ('answer', models.TextField()),
                ('seconds', models.FloatField()),
                ('answered_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='evaluation.baselineassignment')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'question'), name='baseline_answer_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='ratingsample',
            constraint=models.UniqueConstraint(fields=('task', 'item_key'), name='rating_sample_once'),
        ),
    ]
