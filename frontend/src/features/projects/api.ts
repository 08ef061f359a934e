import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

import type { HistorySearch } from "./history";

export const shippedProtocolsOptions = $api.queryOptions("get", "/api/protocols/");

const SETTINGS = "/api/projects/{slug}/settings/";
const inProject = (slug: string) => ({ params: { path: { slug } } });

export const settingsOptions = (slug: string) =>
  $api.queryOptions("get", SETTINGS, inProject(slug));

export const membersOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/members/", inProject(slug));

/** Create a project; its maintainer is then in the session. */
export function useMakeProject() {
  return $api.useMutation("post", "/api/projects/", {
    meta: { outdates: ["/api/session/"] },
  });
}

/** The session has the name too, and all counts by day depend on the time zone. */
export function useChangeSettings() {
  return $api.useMutation("put", SETTINGS, {
    meta: { outdates: ["/api/projects/{slug}/", "/api/session/"] },
  });
}

/** The page still needs the project in the session. */
export function useDeleteProject() {
  return $api.useMutation("post", "/api/projects/{slug}/delete/");
}

export function useHistory(slug: string, { of, person }: HistorySearch) {
  const query = { ...(of && { machine: of }), ...(person && { person_id: person }) };
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/history/",
    { params: { path: { slug }, query } },
    keysetPagination,
  );
}
