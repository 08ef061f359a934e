import { $api } from "@/lib/api/client";

export const shippedProtocolsOptions = $api.queryOptions("get", "/api/protocols/");

/** Make a project; the session then knows that one maintains it. */
export function useMakeProject() {
  return $api.useMutation("post", "/api/projects/", {
    meta: { outdates: ["/api/session/"] },
  });
}
