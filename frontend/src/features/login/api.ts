import { useSuspenseQuery } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

export const instanceOptions = $api.queryOptions(
  "get",
  "/api/instance/",
  {},
  { staleTime: Infinity },
);

export function useInstance() {
  return useSuspenseQuery(instanceOptions).data;
}

export function useLogIn() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/session/", {
    meta: { signsIn: true },
    onSuccess: changeSession,
  });
}

/** Sign in as one of the demo's people; no other installation offers it. */
export function useDemoLogIn() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/session/demo/", {
    meta: { signsIn: true },
    onSuccess: changeSession,
  });
}
