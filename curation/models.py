"""The models of curation, for Django, which finds them all here."""

from curation.filters import models as filters  # noqa: F401
from curation.images import models as images  # noqa: F401
from curation.imports import models as imports  # noqa: F401
from curation.near_duplicates import models as near_duplicates  # noqa: F401
from curation.screening import models as screening  # noqa: F401
