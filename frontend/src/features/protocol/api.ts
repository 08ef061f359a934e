import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";

import type { DraftSource } from "./draft";

export type ProtocolVersion = components["schemas"]["ProtocolVersion"];
export type ProtocolCheck = components["schemas"]["ProtocolCheck"];
export type VersionDifference = components["schemas"]["ProtocolDifference"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

/** The current protocol as YAML. */
export const documentOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/", inProject(slug));

/** Choices of the editor: protocols to copy, installed formats and checks. */
export const offerOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/offer/", inProject(slug), {
    staleTime: "static",
  });

/** All versions, the latest first. */
export const versionsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/versions/", inProject(slug));

/** One version as YAML. It never changes. */
export const versionOptions = (slug: string, number: number) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/protocol/versions/{number}/",
    { params: { path: { slug, number } } },
    { staleTime: "static" },
  );

/** Differences of two versions. */
export const differenceOptions = (slug: string, number: number, since: number) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/protocol/versions/{number}/since/{since}/",
    { params: { path: { slug, number, since } } },
    { staleTime: "static" },
  );

const bodyOf = (source: DraftSource) => ({
  yaml: source.yaml ?? null,
  document: source.document ?? null,
});

/** Check a draft: its content, problems and consequences; nothing is stored. */
export const checkOptions = (slug: string, source: DraftSource) =>
  $api.queryOptions(
    "post",
    "/api/projects/{slug}/protocol/check/",
    { ...inProject(slug), body: bodyOf(source) },
    { gcTime: 60_000 },
  );

/** The same while typing: the last response stays until there is another. */
export function useProtocolCheck(slug: string, source: DraftSource) {
  return useQuery({ ...checkOptions(slug, source), placeholderData: keepPreviousData });
}

/** Save a new protocol version: fields and rules change on every page. */
export function useProtocolChange() {
  return $api.useMutation("post", "/api/projects/{slug}/protocol/change/", {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
  });
}

/** Store an image for the guidelines; the response has its name. */
export function useGuidelineImage(slug: string) {
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set("file", file);
      const { data } = await api.POST("/api/projects/{slug}/guideline-images/", {
        ...inProject(slug),
        // The request is a form; the schema describes it field by field.
        body: { file: "" },
        bodySerializer: () => form,
      });
      if (!data) throw new Error("The server answered without a body.");
      return data;
    },
  });
}
