import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { imageCountsOptions, LIVE_MS } from "../api";
import classes from "./overview.module.css";

const OUT = ["duplicate", "too_much_text", "discarded", "withdrawn"] as const;

/** What the funnel lost, each number a link to the pictures: every exclusion can be undone. */
export function TakenOut({ slug }: { slug: string }) {
  const { t } = useTranslation("overview");
  const { format } = useLocale();
  const { data } = useQuery({ ...imageCountsOptions(slug), refetchInterval: LIVE_MS });
  const left = data ? OUT.filter((status) => data[status] > 0) : [];
  if (!data) return <p className={classes.note}>&nbsp;</p>;
  return (
    <p className={classes.note}>
      {left.length > 0 && `${t("funnel.out")} `}
      {left.map((status, at) => (
        <span key={status}>
          {at > 0 && " · "}
          <AppLink to={{ page: "images", search: { status } }}>
            {t(`funnel.outOf.${status}`, { count: data[status], n: format.number(data[status]) })}
          </AppLink>
        </span>
      ))}
      {data.in_screening > 0 && (
        <span className={classes.line}>
          <AppLink to={{ page: "images", search: { status: "in_screening" } }}>
            {t("funnel.waiting", { n: format.number(data.in_screening) })}
          </AppLink>
        </span>
      )}
    </p>
  );
}
