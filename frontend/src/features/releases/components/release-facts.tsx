import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Term } from "@/components/glossary/with-terms";
import { FactList } from "@/components/layout/facts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { Release } from "../api";

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
    <FactList display="flex" style={{ flexWrap: "wrap", gap: "0.5rem 2rem" }}>
      <div>
        <dt>{t("questions")}</dt>
        <Box component="dd" className="tabular" fw={500}>
          {format.number(summary.questions)}
        </Box>
      </div>
      <div>
        <dt>{t("images")}</dt>
        <Box component="dd" className="tabular" fw={500}>
          {format.number(summary.images)}
        </Box>
      </div>
      <div>
        <dt>
          <Term name="split">{t("splits")}</Term>
        </dt>
        <Box component="dd" className="tabular" fw={500}>
          {summary.splits
            .map(({ split, questions }) => `${split} ${format.number(questions)}`)
            .join(" · ")}
        </Box>
      </div>
      <div>
        <dt>{t("licences")}</dt>
        <Box component="dd" className="tabular" fw={500}>
          {licences.join(" · ")}
          {summary.withheld > 0 && ` (${t("withheld", { count: summary.withheld })})`}
        </Box>
      </div>
      <div>
        <dt>{previous ? t("since", { version: previous }) : t("changes")}</dt>
        <Box component="dd" className="tabular" fw={500}>
          <AppLink to={{ page: "release", params: { version }, search: { tab: "changes" } }}>
            {previous && changes
              ? t("changeCounts", {
                  added: format.number(changes.added),
                  removed: format.number(changes.removed),
                  changed: format.number(changes.changed),
                })
              : t("first")}
          </AppLink>
        </Box>
      </div>
    </FactList>
  );
}
