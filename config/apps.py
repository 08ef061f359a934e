from django.apps import AppConfig


class SubtextConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Needs the app registry, which is complete only now.
        from config.wiring import wire  # noqa: PLC0415

        wire()
