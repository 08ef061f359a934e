import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

export const invitationOptions = (token: string) =>
  $api.queryOptions("get", "/api/invitations/{token}/", { params: { path: { token } } });

export function useAcceptInvitation() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/invitations/{token}/", {
    onSuccess: changeSession,
  });
}

/** Whether the link for the first account still works. */
export const setupOptions = (token: string) =>
  $api.queryOptions("get", "/api/first-maintainer/{token}/", { params: { path: { token } } });

export function useFirstMaintainer() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/first-maintainer/{token}/", {
    onSuccess: changeSession,
  });
}
