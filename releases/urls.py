from django.urls import path

from releases.building import api as cutting
from releases.gate import api as gate
from releases.hub import api as hub
from releases.layouts import api as licences
from releases.records.api import files, items, release_form, releases
from releases.takedown import api as takedown

_RELEASES = "projects/<slug:slug>/releases/"
_RELEASE = f"{_RELEASES}<str:version>/"

urlpatterns = [
    path("licences/", licences.LicenceListView.as_view()),
    path(_RELEASES, releases.ReleaseListView.as_view()),
    path(f"{_RELEASES}gate/", gate.ReleaseGateView.as_view()),
    path(f"{_RELEASES}gate/check/", gate.ReleaseGateCheckView.as_view()),
    path(f"{_RELEASES}cut/", cutting.ReleaseCutView.as_view()),
    path(f"{_RELEASES}form/", release_form.ReleaseFormView.as_view()),
    path(f"{_RELEASES}takedown/", takedown.TakedownView.as_view()),
    path(_RELEASE, releases.ReleaseGetView.as_view()),
    path(f"{_RELEASE}publish/", releases.ReleasePublishView.as_view()),
    path(f"{_RELEASE}items/", items.ReleaseItemListView.as_view()),
    path(f"{_RELEASE}yank/", releases.ReleaseYankView.as_view()),
    path(f"{_RELEASE}errata/", releases.ReleaseErratumView.as_view()),
    path(f"{_RELEASE}answers/", files.ReleaseAnswersView.as_view()),
    path(f"{_RELEASE}statistics/", releases.ReleaseStatisticsView.as_view()),
    path(f"{_RELEASE}diff/", releases.ReleaseDiffView.as_view()),
    path(f"{_RELEASE}download/", files.ReleaseDownloadView.as_view()),
    path(f"{_RELEASE}hub/", hub.HubView.as_view()),
    path(f"{_RELEASE}files/", files.ReleaseFileListView.as_view()),
    path(f"{_RELEASE}files/<path:path>", files.ReleaseFileView.as_view()),
]
