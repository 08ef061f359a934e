"""Names of models in tables and charts."""


def model_name(model: str, *details: str) -> str:
    """Return the model with the details that tell it from others of the same name.

    Details are its revision and its request parameters; empty ones are left out.
    """
    known = ", ".join(filter(None, details))
    return f"{model} ({known})" if known else model


def technique_name(model: str, technique: str, *details: str) -> str:
    """Return the model, which a technique of prompting follows, with its details."""
    return model_name(f"{model} {technique}".strip(), *details)
