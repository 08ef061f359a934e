import { useTranslation } from "react-i18next";

import { Term } from "@/components/glossary/with-terms";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { Release } from "../api";
import classes from "./release-facts.module.css";

/** Counts, splits, licences and changes of a version. */
export function ReleaseFacts({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { summary, changes, previous, version } = release;
  if (!summary) return null;
  const licences = summary.licences.map(
    ({ licence, images }) => `${licence} ${format.number(images)}`,
  );
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("questions")}</dt>
        <dd>{format.number(summary.questions)}</dd>
      </div>
      <div>
        <dt>{t("images")}</dt>
        <dd>{format.number(summary.images)}</dd>
      </div>
      <div>
        <dt>
          <Term name="split">{t("splits")}</Term>
        </dt>
        <dd>
          {summary.splits
            .map(({ split, questions }) => `${split} ${format.number(questions)}`)
            .join(" · ")}
        </dd>
      </div>
      <div>
        <dt>{t("licences")}</dt>
        <dd>
          {licences.join(" · ")}
          {summary.withheld > 0 && ` (${t("withheld", { count: summary.withheld })})`}
        </dd>
      </div>
      <div>
        <dt>{previous ? t("since", { version: previous }) : t("changes")}</dt>
        <dd>
          <AppLink
            to={{ page: "release", params: { version }, search: { tab: "changes" } }}
            className={classes.link}
          >
            {previous && changes
              ? t("changeCounts", {
                  added: format.number(changes.added),
                  removed: format.number(changes.removed),
                  changed: format.number(changes.changed),
                })
              : t("first")}
          </AppLink>
        </dd>
      </div>
    </dl>
  );
}
