import { Box } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import { refetchResources, type ApiResource } from "@/lib/api/outdate";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";

const WHILE_OUTDATED_MS = 4000;
const AT_REST_MS = 30_000;

/** Object of the figures. */
const SHOWN_BY: readonly ApiResource[] = [
  "/api/projects/{slug}/agreement/",
  "/api/projects/{slug}/people/",
  "/api/projects/{slug}/balance/",
];

/** Time of the figures if a job computes them; whatever shows the figures follows the job. */
export function StatisticsNote({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const queries = useQueryClient();
  const { data } = useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/figures/", { params: { path: { slug } } }),
    refetchInterval: ({ state }) =>
      state.data?.is_current === false ? WHILE_OUTDATED_MS : AT_REST_MS,
  });
  const asOf = data?.as_of;
  const before = useRef(asOf);
  useEffect(() => {
    if (before.current !== undefined && before.current !== asOf)
      void refetchResources(queries, ...SHOWN_BY);
    before.current = asOf;
  }, [asOf, queries]);
  if (!data) return null;
  if (!data.as_of) {
    return data.is_current ? null : (
      <Box component="p" c="dimmed" fz="0.875rem">
        {t("figures.first")}
      </Box>
    );
  }
  return (
    <Box component="p" c="dimmed" fz="0.875rem">
      {t("figures.computed")}
      {format.gap}
      <RelativeTime at={data.as_of} />
      {!data.is_current && <> · {t("figures.outdated")}</>}
    </Box>
  );
}
