from django.urls import path

from releases.api import files, releases

_RELEASES = "projects/<slug:slug>/releases/"
_RELEASE = f"{_RELEASES}<str:version>/"

urlpatterns = [
    path(_RELEASES, releases.ReleaseListApi.as_view()),
    path(f"{_RELEASES}gate/", releases.ReleaseGateApi.as_view()),
    path(f"{_RELEASES}gate/check/", releases.ReleaseGateCheckApi.as_view()),
    path(f"{_RELEASES}cut/", releases.ReleaseCutApi.as_view()),
    path(f"{_RELEASES}takedown/", releases.ReleaseTakedownApi.as_view()),
    path(_RELEASE, releases.ReleaseGetApi.as_view()),
    path(f"{_RELEASE}yank/", releases.ReleaseYankApi.as_view()),
    path(f"{_RELEASE}errata/", releases.ReleaseErratumApi.as_view()),
    path(f"{_RELEASE}answers/", files.ReleaseAnswersApi.as_view()),
    path(f"{_RELEASE}statistics/", releases.ReleaseStatisticsApi.as_view()),
    path(f"{_RELEASE}diff/", releases.ReleaseDiffApi.as_view()),
    path(f"{_RELEASE}download/", files.ReleaseDownloadApi.as_view()),
    path(f"{_RELEASE}files/", files.ReleaseFileListApi.as_view()),
    path(f"{_RELEASE}files/<path:path>", files.ReleaseFileApi.as_view()),
]
