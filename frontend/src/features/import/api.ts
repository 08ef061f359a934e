import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";
import { keysetPagination, loadedRows } from "@/lib/api/keyset";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { isJobLive } from "@/lib/jobs/jobs";

import type { Encodings, NameReading } from "@/components/archive-names/archive-names";
import type { ArrivedPart, FilePart } from "@/lib/uploads/parts";

import type { ManifestOptions } from "./manifests";

export type Source = components["schemas"]["Source"];
export type Rights = components["schemas"]["RightsEnum"];
export type Import = components["schemas"]["Import"];
export type Rejection = components["schemas"]["ImportRejection"];

const WHILE_RUNNING_MS = 1000;

const SOURCES = "/api/projects/{slug}/sources/";

export const sourcesOptions = (slug: string) =>
  $api.queryOptions("get", SOURCES, { params: { path: { slug } } });

/** The buckets that people may import from, if the operator lists any. */
export const bucketsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/imports/buckets/", { params: { path: { slug } } });

/** Consequences of prohibiting a source, released images, and earlier changes. */
export function useSourceEffects(slug: string, source: number) {
  return $api.useQuery("get", "/api/projects/{slug}/sources/{source_id}/effects/", {
    params: { path: { slug, source_id: source } },
  });
}

/** Imports, the latest first; polled while one is running. */
export function useImports(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/imports/",
    { params: { path: { slug } } },
    {
      ...keysetPagination,
      throwOnError: (_, { state }) => state.data === undefined,
      refetchInterval: ({ state }) =>
        loadedRows<Import>(state.data).some(({ status }) => isJobLive(status))
          ? WHILE_RUNNING_MS
          : false,
    },
  );
}

export function useRejections(slug: string, job: number) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/imports/{job_id}/rejections/",
    { params: { path: { slug, job_id: job } } },
    keysetPagination,
  );
}

export function useCreateSource() {
  return $api.useMutation("post", SOURCES, { meta: { outdates: [SOURCES] } });
}

/** Afterwards, images may be withdrawn everywhere. */
export function useChangeRights() {
  return $api.useMutation("put", "/api/projects/{slug}/sources/{source_id}/rights/", {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
  });
}

export function useStopImport() {
  return $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/");
}

export function useImportFromBucket() {
  return $api.useMutation("post", "/api/projects/{slug}/imports/from-bucket/");
}

export interface OpenUpload {
  id: number;
  arrived: readonly ArrivedPart[];
}

/** An interrupted upload that can be continued; null if there is none. */
export async function findUpload(
  slug: string,
  id: number,
  sourceId: number,
): Promise<OpenUpload | null> {
  const { data } = await api
    .GET("/api/projects/{slug}/uploads/{upload_id}/", {
      params: { path: { slug, upload_id: id } },
    })
    .catch(() => ({ data: undefined }));
  if (!data || data.job !== null || data.source_id !== sourceId) return null;
  return {
    id,
    arrived: data.parts.map(({ path, number = 0, of = 1 }) => ({ path, number, of })),
  };
}

export async function beginUpload(slug: string, sourceId: number): Promise<OpenUpload> {
  const { data } = await api.POST("/api/projects/{slug}/uploads/", {
    params: { path: { slug } },
    body: { source_id: sourceId },
  });
  if (!data) throw new Error("An upload was begun without an answer.");
  return { id: data.id, arrived: [] };
}

export async function sendPart(
  slug: string,
  upload: number,
  part: FilePart,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  form.set("path", part.path);
  form.set("number", String(part.number));
  form.set("of", String(part.of));
  form.set("content", part.content(), "part");
  await api.POST("/api/projects/{slug}/uploads/{upload_id}/parts/", {
    params: { path: { slug, upload_id: upload } },
    // The request is a form; the schema describes it field by field.
    body: { path: part.path, number: part.number, of: part.of, content: "" },
    bodySerializer: () => form,
    signal,
  });
}

/** How the file names in uploaded archives are read that do not say their encoding. */
export async function readNames(slug: string, upload: number): Promise<readonly NameReading[]> {
  const { data } = await api.GET("/api/projects/{slug}/uploads/{upload_id}/names/", {
    params: { path: { slug, upload_id: upload } },
  });
  return data ?? [];
}

export async function beginImport(
  slug: string,
  upload: number,
  names: Encodings,
  filters: boolean,
  manifests: ManifestOptions,
): Promise<void> {
  await api.POST("/api/projects/{slug}/uploads/{upload_id}/import/", {
    params: { path: { slug, upload_id: upload } },
    body: { filters, names, ...manifests },
  });
}

/** Import files again that are already uploaded. */
export function useImportAgain() {
  return $api.useMutation("post", "/api/projects/{slug}/uploads/{upload_id}/import/", {
    meta: { outdates: ["/api/projects/{slug}/imports/"] },
  });
}

/** Also import the records beside the images. */
export async function beginPublishedImport(
  slug: string,
  upload: number,
  names: Encodings,
  skipMissing: boolean,
): Promise<void> {
  await api.POST("/api/projects/{slug}/uploads/{upload_id}/import-published/", {
    params: { path: { slug, upload_id: upload } },
    body: { skip_missing: skipMissing, names },
  });
}
