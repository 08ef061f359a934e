import { $api } from "@/lib/api/client";
import { useSessionChange } from "@/lib/session/session";

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

/** Asks for a link by mail; the answer is the same whether there is such an account or not. */
export function useForgotten() {
  return $api.useMutation("post", "/api/password/forgotten/");
}

/** Whose password a link sets. */
export const resetOptions = (token: string) =>
  $api.queryOptions("get", "/api/password/reset/{token}/", { params: { path: { token } } });

export function useReset() {
  const changeSession = useSessionChange();
  return $api.useMutation("post", "/api/password/reset/{token}/", {
    meta: { signsIn: true },
    onSuccess: changeSession,
  });
}
