import { $api } from "../api/client";

/** How many images of a project came in, and how many stand at each state. */
export const funnelOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/funnel/", { params: { path: { slug } } });
