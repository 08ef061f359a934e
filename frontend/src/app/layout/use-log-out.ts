import { useNavigate } from "@tanstack/react-router";

import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

export function useLogOut(): () => void {
  const navigate = useNavigate();
  const changeSession = useSessionChange();
  const { mutate } = $api.useMutation("delete", "/api/session/", {
    onSuccess: async () => {
      await navigate({ to: "/login", search: {} });
      changeSession({ user: null });
    },
  });
  return () => {
    mutate({});
  };
}
