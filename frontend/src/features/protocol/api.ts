import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";
import { PROJECT } from "@/lib/api/outdate";

import type { DraftSource } from "./draft";

export type ProtocolVersion = components["schemas"]["ProtocolVersion"];
export type ProtocolCheck = components["schemas"]["ProtocolCheck"];
export type Difference = components["schemas"]["ProtocolDifference"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

/** The protocol in force as YAML. */
export const documentOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/", inProject(slug));

/** What the editor offers: protocols to copy, formats and checks that are installed. */
export const offerOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/offer/", inProject(slug), {
    staleTime: "static",
  });

/** All that were ever in force, the latest first. */
export const versionsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/versions/", inProject(slug));

/** One of them as YAML. It never changes. */
export const versionOptions = (slug: string, number: number) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/protocol/versions/{number}/",
    { params: { path: { slug, number } } },
    { staleTime: "static" },
  );

/** What differs between two of them. */
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

/** What a draft says, what is wrong with it and what would follow; nothing is kept. */
export const checkOptions = (slug: string, source: DraftSource) =>
  $api.queryOptions(
    "post",
    "/api/projects/{slug}/protocol/check/",
    { ...inProject(slug), body: bodyOf(source) },
    { gcTime: 60_000 },
  );

/** The same while somebody writes: the last answer stands until there is another. */
export function useCheck(slug: string, source: DraftSource) {
  return useQuery({ ...checkOptions(slug, source), placeholderData: keepPreviousData });
}

/** Another protocol in force: fields and rules are others on every page. */
export function useProtocolChange() {
  return $api.useMutation("post", "/api/projects/{slug}/protocol/change/", {
    meta: { outdates: [PROJECT] },
  });
}

/** Keep an image for the guidelines; the answer has the name that they show it by. */
export function useGuidelineImage(slug: string) {
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set("file", file);
      const { data } = await api.POST("/api/projects/{slug}/guideline-images/", {
        ...inProject(slug),
        // The form is what is sent; the schema describes it field by field.
        body: { file: "" },
        bodySerializer: () => form,
      });
      if (!data) throw new Error("The server answered without a body.");
      return data;
    },
  });
}
