import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { agreementOptions, MINIMUM_AGREEMENT_MEASURE } from "@/components/agreement/agreement";
import { AgreementDots } from "@/components/agreement/agreement-dots";
import { AgreementOverTime } from "@/components/agreement/agreement-over-time";
import { ChipChoice } from "@/components/chip-choice";
import { StatisticsNote } from "@/components/statistics-note";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { FormatDownloads } from "../components/downloads";
import { PairMatrix } from "../components/pair-matrix";
import { ReliabilityTable } from "../components/reliability-table";
import { type AgreementSearch, OVERALL_MEASURES } from "../search";
import classes from "./people-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/people/agreement");

/** Agreement by measure: overall, over time, by pair; reliability by person. */
export function AgreementPage() {
  const { t } = useTranslation(["people", "common"]);
  const { pick } = useLocale();
  const { slug } = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const fields = labelFields(useProtocol(slug));
  const { data: rows } = useSuspenseQuery(agreementOptions(slug));
  const measure = search.measure ?? MINIMUM_AGREEMENT_MEASURE;
  const field = fields.find(({ id }) => id === search.field) ?? fields[0];
  const titleOf = (id: string) => pick(fields.find((one) => one.id === id)?.title) || id;
  const look = (change: AgreementSearch) => {
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });
  };
  const any = rows.some(({ agreement }) => agreement.used > 0);

  return (
    <>
      <PageHeader
        title={t("measures.title")}
        lead={t("measures.lead")}
        back={<AppLink to={{ page: "people" }}>{t("title")}</AppLink>}
        actions={any && <FormatDownloads slug={slug} what="agreement" formats={["json", "csv"]} />}
      />
      <StatisticsNote slug={slug} />
      {!any || !field ? (
        <p>{t("agreement.none")}</p>
      ) : (
        <>
          <section aria-labelledby="overall" className={classes.part}>
            <Title order={2} id="overall">
              <TextWithTerms text={t("agreement.title")} />
            </Title>
            <ChipChoice
              label={t("measures.measure")}
              value={measure}
              onChange={(value) => {
                look({ measure: value });
              }}
              options={OVERALL_MEASURES.map((one) => ({
                value: one,
                label: t(`common:agreement.measure.${one}`),
                description: t(`measures.about.${one}`),
              }))}
              hint={t(`measures.about.${measure}`)}
            />
            <div className={classes.chart}>
              <AgreementDots detailed rows={rows} measure={measure} titleOf={titleOf} />
            </div>
          </section>
          <section aria-labelledby="over-time" className={classes.part}>
            <Title order={2} id="over-time">
              {t("overTime.title")}
            </Title>
            <AgreementOverTime slug={slug} measure={measure} titleOf={titleOf} />
          </section>
          <section aria-labelledby="pairs" className={classes.part}>
            <Title order={2} id="pairs">
              {t("pairs.title")}
            </Title>
            <MutedNote mt="0.25rem" mb="md">
              {t("pairs.lead")}
            </MutedNote>
            <ChipChoice
              label={t("pairs.field")}
              value={field.id}
              onChange={(value) => {
                look({ field: value });
              }}
              options={fields.map(({ id }) => ({ value: id, label: titleOf(id) }))}
              hint={t("pairs.hint")}
            />
            <div className={classes.chart}>
              <PairMatrix slug={slug} field={field.id} measure={measure} />
            </div>
          </section>
          <section aria-labelledby="reliability" className={classes.part}>
            <Title order={2} id="reliability">
              {t("reliability.title")}
            </Title>
            <MutedNote mt="0.25rem" mb="md">
              <TextWithTerms text={t("reliability.lead")} />
            </MutedNote>
            <ReliabilityTable slug={slug} titleOf={titleOf} />
          </section>
        </>
      )}
    </>
  );
}
