import { toEventQuery, type SecuritySearch } from "@/components/security/search";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export const membersOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/members/", { params: { path: { slug } } });

export const installationPeopleOptions = $api.queryOptions("get", "/api/security-record/people/");

export function useProjectEvents(slug: string, search: SecuritySearch) {
  const params = { path: { slug }, query: toEventQuery(search) };
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/security-record/",
    { params },
    { ...keysetPagination, staleTime: 0 },
  );
}

export function useInstallationEvents(search: SecuritySearch) {
  return $api.useInfiniteQuery(
    "get",
    "/api/security-record/",
    { params: { query: toEventQuery(search) } },
    { ...keysetPagination, staleTime: 0 },
  );
}
