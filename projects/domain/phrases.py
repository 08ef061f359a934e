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
        """The text, its places filled in. Raises KeyError for a name that is not known."""
        return self._texts[name][language].format(**values)
