import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { isJobLive } from "@/lib/jobs/jobs";

export type Release = components["schemas"]["Release"];
export type Gate = components["schemas"]["ReleaseGate"];
export type GateLine = components["schemas"]["GateLine"];
export type Statistics = components["schemas"]["ReleaseStatistics"];
export type ReleaseDifference = components["schemas"]["ReleaseDiff"];
export type ReleaseFile = components["schemas"]["ReleaseFile"];
export type ReleasedItem = components["schemas"]["ReleasedItem"];
export type HubPublication = components["schemas"]["HubPublication"];
export type ReleaseSite = components["schemas"]["ReleaseSite"];
export type ReleaseChange = components["schemas"]["ReleaseChange"];

const RELEASES = "/api/projects/{slug}/releases/";
const WHILE_BUILDING_MS = 1000;

/** Its folder is being built, or waits for a worker. */
export function isBeingBuilt({ status, job }: Release): boolean {
  return (status === "draft" || status === "building") && isJobLive(job?.status);
}

/** The versions, the newest first: the last fifty, which is one page. */
export const releasesOptions = (slug: string) => ({
  ...$api.queryOptions("get", "/api/projects/{slug}/releases/", {
    params: { path: { slug } },
  }),
  refetchInterval: ({
    state,
  }: {
    state: { data?: { results: readonly Release[] } | undefined };
  }) => (state.data?.results.some(isBeingBuilt) ? WHILE_BUILDING_MS : (false as const)),
});

/** A check was requested and is not finished. */
export function isBeingChecked({ job }: Pick<Gate, "job">): boolean {
  return isJobLive(job?.status);
}

/** The last check of a version; by default of the next one. */
export const gateOptions = (slug: string, version?: string) => ({
  ...$api.queryOptions("get", "/api/projects/{slug}/releases/gate/", {
    params: { path: { slug }, query: version ? { version } : {} },
  }),
  refetchInterval: ({ state }: { state: { data?: Gate | undefined } }) =>
    state.data && isBeingChecked(state.data) ? WHILE_BUILDING_MS : (false as const),
});

export function useGateCheck() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/gate/check/", {
    meta: { outdates: [RELEASES] },
  });
}

const at = (slug: string, version: string) => ({ params: { path: { slug, version } } });

export const releaseOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/{version}/", at(slug, version));

export const statisticsOptions = (slug: string, version: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/releases/{version}/statistics/",
    at(slug, version),
  );

export const differenceOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/{version}/diff/", at(slug, version));

export const filesOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/{version}/files/", at(slug, version));

/** The runs on one release, the latest first. */
export const runsOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/runs/", {
    params: { path: { slug }, query: { version } },
  });

export function useCreateRelease() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/cut/", {
    meta: { outdates: [RELEASES] },
  });
}

export function useYankRelease() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/{version}/yank/", {
    meta: { outdates: [RELEASES] },
  });
}

export function useAddErratum() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/{version}/errata/", {
    meta: { outdates: [RELEASES] },
  });
}

/** Publish a preview as it was built. */
export function usePublishRelease() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/{version}/publish/", {
    meta: { outdates: [RELEASES] },
  });
}

/** Remove a version that was never published. */
export function useRemoveRelease() {
  return $api.useMutation("delete", "/api/projects/{slug}/releases/{version}/", {
    meta: { outdates: [RELEASES] },
  });
}

export const formOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/form/", { params: { path: { slug } } });

export function useFormSave() {
  return $api.useMutation("put", "/api/projects/{slug}/releases/form/", {
    meta: { outdates: [RELEASES] },
  });
}

/** Progress of the publication of a version on the Hugging Face Hub. */
export const hubOptions = (slug: string, version: string) => ({
  ...$api.queryOptions("get", "/api/projects/{slug}/releases/{version}/hub/", at(slug, version)),
  refetchInterval: ({ state }: { state: { data?: HubPublication | undefined } }) =>
    isJobLive(state.data?.job?.status) ? WHILE_BUILDING_MS : (false as const),
});

export function useHubPublish() {
  return $api.useMutation("post", "/api/projects/{slug}/releases/{version}/hub/", {
    meta: { outdates: [RELEASES] },
  });
}

/** Progress of the site of a version. */
export const siteOptions = (slug: string, version: string) => ({
  ...$api.queryOptions("get", "/api/projects/{slug}/evaluation/site/{version}/", at(slug, version)),
  refetchInterval: ({ state }: { state: { data?: ReleaseSite | undefined } }) =>
    isJobLive(state.data?.job?.status) ? WHILE_BUILDING_MS : (false as const),
});

export function useSiteBuild() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/site/{version}/", {
    meta: { outdates: ["/api/projects/{slug}/evaluation/site/"] },
  });
}

/** The items of a version, page by page. */
export function useReleasedItems(slug: string, version: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/releases/{version}/items/",
    at(slug, version),
    keysetPagination,
  );
}

export function useStopBuild() {
  return $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/", {
    meta: { outdates: [RELEASES] },
  });
}

const address = (...parts: string[]) => parts.map(encodeURIComponent).join("/");

/** The whole folder as a zip. */
export function zipUrl(slug: string, version: string): string {
  return `/api/projects/${address(slug, "releases", version)}/download/`;
}

/** The site that was built last, as a zip. */
export function siteUrl(slug: string, version: string): string {
  return `/api/projects/${address(slug, "evaluation", "site", version, "zip")}/`;
}

/** The private keys with their salts, for later publication. */
export function answersUrl(slug: string, version: string): string {
  return `/api/projects/${address(slug, "releases", version)}/answers/`;
}

export function fileUrl(slug: string, version: string, path: string): string {
  return `/api/projects/${address(slug, "releases", version, "files", ...path.split("/"))}`;
}

/** A document of a version as text; a preview that is built again has another hash. */
export const documentOptions = (slug: string, release: Release, path: string) => ({
  queryKey: ["document", slug, release.version, release.manifest_sha256, path],
  queryFn: async () => {
    const answer = await fetch(fileUrl(slug, release.version, path));
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  },
});
