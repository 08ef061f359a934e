import { useQueryClient } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { sessionOptions } from "@/lib/session/session";

/** The person's name and mail address. */
export function useMeChange() {
  const queries = useQueryClient();
  return $api.useMutation("put", "/api/me/", {
    meta: { outdates: ["/api/me/mail/"] },
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

/** When the person gets notifications by mail, and at which address. */
export const mailOptions = $api.queryOptions("get", "/api/me/mail/");

/** Set when; an address that is not confirmed yet gets a link. */
export function useMailChange() {
  const queries = useQueryClient();
  return $api.useMutation("put", "/api/me/mail/", {
    onSuccess: (preference) => {
      queries.setQueryData(mailOptions.queryKey, preference);
    },
  });
}

/** Mail the link that confirms the address again. */
export function useConfirmationLink() {
  return $api.useMutation("post", "/api/me/mail/confirmation/", {
    meta: { outdates: ["/api/me/mail/"] },
  });
}

export function useAddressConfirm() {
  return $api.useMutation("post", "/api/mail/confirm/{token}/");
}

export function useUnsubscribe() {
  return $api.useMutation("post", "/api/mail/unsubscribe/{token}/");
}

export function useMyEvents() {
  return $api.useInfiniteQuery(
    "get",
    "/api/me/security-record/",
    {},
    { ...keysetPagination, staleTime: 0 },
  );
}
