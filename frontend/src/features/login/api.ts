import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

export function useLogIn() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/session/", {
    onSuccess: changeSession,
  });
}

/** Log in as one of the demo's people; other installations do not offer it. */
export function useDemoLogIn() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/session/demo/", {
    onSuccess: changeSession,
  });
}

/** Request a link by mail; the response does not reveal whether the account exists. */
export function useRequestPasswordReset() {
  return $api.useMutation("post", "/api/password/forgotten/");
}

/** The account whose password a link sets. */
export const resetOptions = (token: string) =>
  $api.queryOptions("get", "/api/password/reset/{token}/", { params: { path: { token } } });

export function useResetPassword() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/password/reset/{token}/", {
    onSuccess: changeSession,
  });
}
