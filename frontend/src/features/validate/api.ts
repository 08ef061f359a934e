import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type ValidationAssignment = Schemas["ValidationAssignment"];
export type NextQuestion = Schemas["ValidationNext"];
export type ValidationProgress = Schemas["ValidationProgress"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

const NEXT = "/api/projects/{slug}/validation/next/";

/** Interval at which a person without questions is checked for new ones. */
const EMPTY_POLL_MS = 20_000;

/** The current question, or the next. The request takes an assignment, so it is a POST. */
export const nextQuestionOptions = (slug: string) => ({
  ...$api.queryOptions("post", NEXT, inProject(slug), {
    // It is assigned until it is answered, so it is not refetched.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }),
  refetchInterval: ({ state }: { state: { data?: NextQuestion | undefined } }) =>
    state.data?.place === null && EMPTY_POLL_MS,
});

export type BaselineNext = Schemas["BaselineNext"];

const BASELINE = "/api/projects/{slug}/human-baseline/next/";

/** The current question of the test set for the human baseline. */
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
  /** In the form of the format; options are counted as shown. */
  chosen: unknown;
  issues: string[];
  comment: string;
  seconds: number;
}

/** Save the answer and get the next question, with its images loaded. */
export async function answerAndAsk(
  slug: string,
  place: number,
  answer: Answer,
): Promise<NextQuestion> {
  const answered = await api.POST("/api/projects/{slug}/validation/{place_id}/answer/", {
    params: { path: { slug, place_id: place } },
    body: { ...answer, next: true },
  });
  return withPictures(bodyOf(answered));
}

export async function undoAnswer(slug: string): Promise<NextQuestion> {
  return withPictures(
    bodyOf(await api.POST("/api/projects/{slug}/validation/undo/", inProject(slug))),
  );
}

function bodyOf({ data }: { data?: NextQuestion }): NextQuestion {
  if (!data) throw new Error("The server answered without a body.");
  return data;
}

/** The question changes once its images are loaded, without an empty frame in between. */
async function withPictures(next: NextQuestion): Promise<NextQuestion> {
  const loading = next.place?.images.map(({ preview_url }) => {
    if (preview_url === null) return undefined;
    const image = new Image();
    image.src = preview_url;
    // An image that cannot be decoded is reported where it is shown.
    return image.decode().catch(() => undefined);
  });
  await Promise.all(loading ?? []);
  return next;
}
