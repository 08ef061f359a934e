"""The people and the jobs of the demo, which everybody may see before a login."""

from django.db.models import Max, OuterRef, QuerySet, Subquery

from core.models import Job, JobStatus
from projects.models import Membership, Project
from projects.roles import Role
from projects.states import MEMBER

DEMO_SLUG = "demo"


def demo_jobs() -> QuerySet[Job]:
    """Return the demo's unfinished and failed jobs, each with its project's slug."""
    of_demo = Job.objects.filter(kind__startswith="demo.")
    latest = of_demo.values("kind").annotate(latest=Max("pk")).values("latest")
    slug = Project.objects.filter(pk=OuterRef("scope_id")).values("slug")
    return (
        Job.objects.filter(pk__in=latest)
        .exclude(status__in=(JobStatus.FINISHED, JobStatus.CANCELLED))
        .annotate(slug=Subquery(slug))
    )


def demo_people() -> list[Membership]:
    """Return the demo project's people, annotators first."""
    order = {role: at for at, role in enumerate(Role)}
    members = Membership.objects.filter(
        project__slug=DEMO_SLUG, status=MEMBER, user__username__startswith="demo-"
    ).select_related("user")
    return sorted(members, key=lambda m: (order[Role(m.role)], m.user.username))
