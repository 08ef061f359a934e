import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type Place = Schemas["ValidationAssignment"];
export type Next = Schemas["ValidationNext"];
export type Progress = Schemas["ValidationProgress"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

const NEXT = "/api/projects/{slug}/validation/next/";

/** How often somebody with nothing to answer is asked for. */
const EMPTY_POLL_MS = 20_000;

/** The question that I am at, or another one. Asking takes the place, so it is a POST. */
export const nextOptions = (slug: string) => ({
  ...$api.queryOptions("post", NEXT, inProject(slug), {
    // It is mine until I answer; nothing replaces it while I think.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }),
  refetchInterval: ({ state }: { state: { data?: Next | undefined } }) =>
    state.data?.place === null && EMPTY_POLL_MS,
});

export type BaselineNext = Schemas["BaselineNext"];

const BASELINE = "/api/projects/{slug}/human-baseline/next/";

/** My place in the test set that I answer for the human baseline. */
export const baselineOptions = (slug: string) =>
  $api.queryOptions("get", BASELINE, inProject(slug), {
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useBaselineAnswer() {
  return $api.useMutation("post", BASELINE);
}

export interface Answer {
  /** In the form of the format; counts the options as they were shown. */
  chosen: unknown;
  issues: string[];
  comment: string;
  seconds: number;
}

/** Keep the answer and get the next question, its pictures loaded. */
export async function answerAndAsk(slug: string, place: number, answer: Answer): Promise<Next> {
  const answered = await api.POST("/api/projects/{slug}/validation/{place_id}/answer/", {
    params: { path: { slug, place_id: place } },
    body: { ...answer, next: true },
  });
  return withPictures(bodyOf(answered));
}

export async function takeBack(slug: string): Promise<Next> {
  return withPictures(
    bodyOf(await api.POST("/api/projects/{slug}/validation/undo/", inProject(slug))),
  );
}

function bodyOf({ data }: { data?: Next }): Next {
  if (!data) throw new Error("The server answered without a body.");
  return data;
}

/** The question changes when its pictures are there: no empty frame between two. */
async function withPictures(next: Next): Promise<Next> {
  const loading = next.place?.images.map(({ preview_url }) => {
    if (preview_url === null) return undefined;
    const image = new Image();
    image.src = preview_url;
    // A picture that cannot be decoded says so where it is shown.
    return image.decode().catch(() => undefined);
  });
  await Promise.all(loading ?? []);
  return next;
}
