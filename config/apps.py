from django.apps import AppConfig


class SubtextConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # These need the app registry, which is complete only now.
        import config.checks  # noqa: F401, PLC0415
        from config.wiring import register_handlers_and_ports  # noqa: PLC0415

        register_handlers_and_ports()
