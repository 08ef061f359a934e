import { Box, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import { DataTable } from "@/components/data-table";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useProject } from "@/lib/session/project";

import { goldOptions } from "../api";
import classes from "../components/calibration.module.css";
import { GoldItems } from "../components/gold-items";
import { GoldShare } from "../components/gold-share";
import { PreparationTabs } from "../components/parts";

/** Gold items: their share, the items, and the results by person. */
export function GoldPage() {
  const { t } = useTranslation("calibration");
  const { pick } = useLocale();
  const { slug } = useProject();
  const fields = labelFields(useProtocol(slug));
  const { data: gold } = useSuspenseQuery(goldOptions(slug));
  const titleOf = (id: string) => pick(fields.find((field) => field.id === id)?.title) || id;
  return (
    <>
      <PageHeader title={t("gold.title")} lead={t("gold.lead")} />
      <PreparationTabs />
      <section aria-labelledby="share" className={classes.part}>
        <Title order={2} mb="0.5rem" id="share">
          {t("gold.share")}
        </Title>
        <GoldShare key={gold.share} slug={slug} gold={gold} />
      </section>
      <section aria-labelledby="results" className={classes.part}>
        <Title order={2} mb="0.5rem" id="results">
          {t("gold.results")}
        </Title>
        <p className={classes.lead}>{t("gold.resultsLead")}</p>
        <DataTable
          caption={t("gold.results")}
          rows={gold.people}
          rowKey={(one) => one.person_id}
          empty={<p>{t("gold.noResults")}</p>}
          columns={[
            {
              key: "name",
              header: t("people.name"),
              cell: (one) => one.name,
            },
            { key: "items", header: t("gold.asked"), cell: (one) => one.items, numeric: true },
            {
              key: "right",
              header: (
                <>
                  {t("gold.right")}
                  <Box miw="16rem">
                    <IntervalAxis withN />
                  </Box>
                </>
              ),
              cell: ({ name, right }) => (
                <Box miw="16rem">
                  <IntervalBar
                    label={t("gold.rightOf", { name })}
                    value={right.share}
                    low={right.low}
                    high={right.high}
                    n={right.n}
                  />
                </Box>
              ),
            },
            {
              key: "fields",
              header: t("gold.byLabel"),
              cell: (one) =>
                one.fields_compared
                  .map(({ field, right }) =>
                    t("gold.count", { label: titleOf(field), right: right.count, n: right.n }),
                  )
                  .join(" · "),
            },
          ]}
        />
      </section>
      <section aria-labelledby="items" className={classes.part}>
        <Title order={2} mb="0.5rem" id="items">
          {t("gold.items", { count: gold.items.length })}
        </Title>
        <p className={classes.lead}>
          <TextWithTerms text={t("gold.itemsLead")} />
        </p>
        <GoldItems slug={slug} gold={gold} />
      </section>
    </>
  );
}
