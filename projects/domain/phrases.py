"""Short texts in every language that a benchmark can be written in."""

from collections.abc import Mapping

from projects.domain.protocol.text import Language


class Phrases:
    """Texts by a name of their own and by language, with places to fill in."""

    def __init__(self, texts: Mapping[str, Mapping[Language, str]]) -> None:
        self._texts = texts

    def __contains__(self, name: str) -> bool:
        return name in self._texts

    def __call__(self, name: str, language: Language, /, **values: object) -> str:
        """The text, its places filled in. Raises KeyError for a name that is not known."""
        return self._texts[name][language].format(**values)
