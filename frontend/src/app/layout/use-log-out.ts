import { useNavigate } from "@tanstack/react-router";

import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

export function useLogOut(): () => void {
  const navigate = useNavigate();
  const changeSession = useSessionChange();
  const { mutate } = $api.useMutation("delete", "/api/session/", {
    // The order matters: the login page redirects people who are still signed in.
    onSuccess: async () => {
      changeSession({ user: null });
      await navigate({ to: "/login", search: {} });
    },
  });
  return () => {
    mutate({});
  };
}
