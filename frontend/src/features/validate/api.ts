import { queryOptions } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type Place = Schemas["ValidationPlace"];
export type Next = Schemas["ValidationNext"];
export type Progress = Schemas["ValidationProgress"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

/** The question that I am at, or another one. Asking takes the place, so it is a POST. */
export async function askNext(slug: string): Promise<Next> {
  const { data } = await api.POST("/api/projects/{slug}/validation/next/", inProject(slug));
  if (!data) throw new Error("The server answered without a body.");
  return data;
}

export const nextOptions = (slug: string) =>
  queryOptions({
    queryKey: ["validation-next", slug],
    queryFn: () => askNext(slug),
    // It is mine until I answer; nothing replaces it while I think.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface Answer {
  /** In the form of the format; counts the options as they were shown. */
  chosen: unknown;
  issues: string[];
  comment: string;
  seconds: number;
}

/** Keep the answer and get the next question, its pictures loaded. */
export async function answerAndAsk(slug: string, place: number, answer: Answer): Promise<Next> {
  await api.POST("/api/projects/{slug}/validation/{place_id}/answer/", {
    params: { path: { slug, place_id: place } },
    body: answer,
  });
  return withPictures(await askNext(slug));
}

export async function takeBack(slug: string): Promise<Next> {
  const { data } = await api.POST("/api/projects/{slug}/validation/undo/", inProject(slug));
  if (!data) throw new Error("The server answered without a body.");
  return withPictures(data);
}

/** The question changes when its pictures are there: no empty frame between two. */
async function withPictures(next: Next): Promise<Next> {
  const loading = next.place?.images.map(({ preview_url }) => {
    const image = new Image();
    image.src = preview_url;
    // A picture that cannot be decoded says so where it is shown.
    return image.decode().catch(() => undefined);
  });
  await Promise.all(loading ?? []);
  return next;
}
