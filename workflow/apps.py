from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class WorkflowConfig(AppConfig):
    name = "workflow"

    def ready(self) -> None:
        autodiscover_modules("job_kinds")
