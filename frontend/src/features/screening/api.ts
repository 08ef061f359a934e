import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { isProblem } from "@/lib/api/problem";

import type { VoteChange, Vote } from "./outbox";

export type ScreeningImage = components["schemas"]["Picture"];
export type MyVote = components["schemas"]["MyVote"];
export type Decision = components["schemas"]["VoteInputRequest"]["decision"];
export type UndecidedImage = components["schemas"]["Undecided"];

/** Images per request: the visible one, those loaded ahead, and some more. */
const AHEAD = 10;
const MOST_AT_ONCE = 20;

/** The next images; the server also offers those of `unsent` votes. */
export const nextImagesOptions = (slug: string, unsent = 0) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/screening/next/",
    { params: { path: { slug }, query: { count: Math.min(AHEAD + unsent, MOST_AT_ONCE) } } },
    { staleTime: 0, gcTime: 0 },
  );

export const recentVotesOptions = (slug: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/screening/recent/",
    { params: { path: { slug } } },
    { staleTime: 0, gcTime: 0 },
  );

export const progressOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/screening/progress/", {
    params: { path: { slug } },
  });

/** Send one change. A repeated vote whose response was lost is no failure. */
export async function sendChange(slug: string, change: VoteChange): Promise<void> {
  const path = { slug, number: change.id };
  if (change.kind === "take_back") {
    await api
      .DELETE("/api/projects/{slug}/screening/pictures/{number}/vote/", { params: { path } })
      .catch((error: unknown) => {
        if (!isProblem(error, 404)) throw error;
      });
    return;
  }
  const { decision, reason, note, seconds } = change.vote;
  try {
    await api.PUT("/api/projects/{slug}/screening/pictures/{number}/vote/", {
      params: { path },
      body: { decision, reason, note, seconds },
    });
  } catch (error) {
    if (!isProblem(error, 409) || !(await counts(slug, change.id, change.vote))) throw error;
  }
}

async function counts(slug: string, id: number, { decision, reason }: Vote): Promise<boolean> {
  const { data } = await api.GET("/api/projects/{slug}/screening/recent/", {
    params: { path: { slug } },
  });
  return (data ?? []).some(
    (vote) => vote.image.id === id && vote.decision === decision && vote.reason === reason,
  );
}

const UNDECIDED = "/api/projects/{slug}/screening/undecided/";

/** Images without a majority. */
export function useUndecidedImages(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    UNDECIDED,
    { params: { path: { slug } } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

/** Agreement of screeners, overall and by person. For organizers. */
export const agreementOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/screening/agreement/", {
    params: { path: { slug } },
  });

/** Decide on an image as an organizer, or undo it. */
export const DECIDE = "/api/projects/{slug}/screening/images/{image_id}/decide/";
