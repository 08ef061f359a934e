import { $api } from "../api/client";

/** Numbers of a project's imported images, and of images by state. */
export const funnelOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/funnel/", { params: { path: { slug } } });
