import { $api } from "@/lib/api/client";
import { sessionOptions } from "@/lib/session/session";

export const shippedProtocolsOptions = $api.queryOptions("get", "/api/protocols/");

/** Make a project; the session then knows that one maintains it. */
export function useMakeProject() {
  return $api.useMutation("post", "/api/projects/", {
    onSuccess: (_project, _variables, _result, { client }) =>
      client.invalidateQueries({ queryKey: sessionOptions.queryKey }),
  });
}
