import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useImageStatus, useStages } from "@/lib/stages/use-stages";

import { imageCountsOptions, LIVE_REFRESH_MS } from "../api";
import classes from "./overview.module.css";

/** Excluded images by stage, each number a link to the images: every exclusion can be undone. */
export function TakenOut({ slug }: { slug: string }) {
  const { t } = useTranslation("overview");
  const { format } = useLocale();
  const stages = useStages();
  const statusOf = useImageStatus();
  const { data } = useQuery({ ...imageCountsOptions(slug), refetchInterval: LIVE_REFRESH_MS });
  if (!data) return <p className={classes.note}>&nbsp;</p>;
  const counts: Readonly<Record<string, number>> = data;
  const left = [...stages.map(({ state }) => state), "withdrawn"].flatMap((status) => {
    const count = counts[status] ?? 0;
    return count > 0 ? [{ status, count }] : [];
  });
  return (
    <p className={classes.note}>
      {left.length > 0 && `${t("funnel.out")} `}
      {left.map(({ status, count }, at) => (
        <span key={status}>
          {at > 0 && " · "}
          <AppLink to={{ page: "images", search: { status } }}>
            {t("funnel.outOf", { status: statusOf(status), n: format.number(count) })}
          </AppLink>
        </span>
      ))}
      {data.in_screening > 0 && (
        <Box component="span" display="block">
          <AppLink to={{ page: "images", search: { status: "in_screening" } }}>
            {t("funnel.waiting", { n: format.number(data.in_screening) })}
          </AppLink>
        </Box>
      )}
    </p>
  );
}
