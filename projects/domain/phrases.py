"""Short texts in every language of benchmarks."""

from collections.abc import Mapping

from projects.domain.protocol.text import Language


class Phrases:
    """Texts by name and language, with placeholders."""

    def __init__(self, texts: Mapping[str, Mapping[Language, str]]) -> None:
        self._texts = texts

    def __contains__(self, name: str) -> bool:
        return name in self._texts

    def __call__(self, name: str, language: Language, /, **values: object) -> str:
        """Return the text with its placeholders filled. Raises KeyError if unknown."""
        return self._texts[name][language].format(**values)
