import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { PageHeader } from "@/components/page-header";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useProject } from "@/lib/session/project";

import { onboardingOptions, useConsents } from "../api";
import { ConsentTextForm } from "../components/briefing-form";
import classes from "../components/calibration.module.css";
import { PreparationTabs } from "../components/parts";
import { PracticeChoice } from "../components/practice-choice";

/** Consent text and practice item of new annotators. */
export function OnboardingPage() {
  const { t } = useTranslation("calibration");
  const { slug } = useProject();
  const { data: visit } = useSuspenseQuery(onboardingOptions(slug));
  const consents = useConsents(slug);
  return (
    <>
      <PageHeader title={t("visit.title")} lead={t("visit.lead")} />
      <PreparationTabs />
      <section aria-labelledby="words" className={classes.part}>
        <Title order={2} mb="0.5rem" id="words">
          {t("visit.words")}
        </Title>
        <p className={classes.lead}>
          {visit.briefing
            ? t("visit.inForce", { number: visit.briefing.number })
            : t("visit.notAsked")}
        </p>
        <ConsentTextForm key={visit.briefing?.number ?? 0} slug={slug} briefing={visit.briefing} />
      </section>
      <section aria-labelledby="practice" className={classes.part}>
        <Title order={2} mb="0.5rem" id="practice">
          {t("visit.practice")}
        </Title>
        <p className={classes.lead}>{t("visit.practiceLead")}</p>
        <PracticeChoice slug={slug} chosen={visit.practice_item} />
      </section>
      <section aria-labelledby="consents" className={classes.part}>
        <Title order={2} mb="0.5rem" id="consents">
          {t("visit.consents")}
        </Title>
        <DataTable
          caption={t("visit.consents")}
          rows={loadedRows(consents.data)}
          rowKey={({ id }) => id}
          empty={<p>{t("visit.noConsents")}</p>}
          more={consents}
          columns={[
            {
              key: "person",
              header: t("people.name"),
              cell: ({ person }) => person,
            },
            {
              key: "version",
              header: t("visit.version"),
              cell: ({ briefing }) => briefing,
              numeric: true,
            },
            { key: "at", header: t("visit.when"), cell: ({ at }) => <RelativeTime at={at} /> },
          ]}
        />
      </section>
    </>
  );
}
