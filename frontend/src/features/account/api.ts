import { useQueryClient } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { sessionOptions } from "@/lib/session/session";

/** The person's name and mail address. */
export function useMeChange() {
  const queries = useQueryClient();
  return $api.useMutation("put", "/api/me/", {
    onSuccess: (session) => {
      queries.setQueryData(sessionOptions.queryKey, session);
    },
  });
}

/** Set another password; other browsers are logged out. */
export function usePasswordChange() {
  const queries = useQueryClient();
  return $api.useMutation("put", "/api/me/password/", {
    onSuccess: (session) => {
      queries.setQueryData(sessionOptions.queryKey, session);
    },
  });
}
