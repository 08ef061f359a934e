import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { AgreementDots } from "@/components/agreement/agreement-dots";
import { MutedNote } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { feedbackOptions } from "../api";
import { LabelDifferences } from "../components/differences";
import { VoidWork } from "../components/void-work";
import parts from "../components/people.module.css";
import classes from "./people-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/people/$id");

/** One person's labels beside those of others and the final record, to discuss. */
export function PersonPage() {
  const { t } = useTranslation("people");
  const { pick, format } = useLocale();
  const { slug } = useProject();
  const { id } = route.useParams();
  const fields = labelFields(useProtocol(slug));
  const {
    data: { work, fields_measured: measured, differences },
  } = useSuspenseQuery(feedbackOptions(slug, Number(id)));
  const titleOf = (field: string) => pick(fields.find((one) => one.id === field)?.title) || field;
  const reliable = new Map(measured.map((one) => [one.field, one.reliability]));

  return (
    <>
      <PageHeader
        title={work.name}
        lead={t("person.lead")}
        back={<AppLink to={{ page: "people" }}>{t("title")}</AppLink>}
        actions={work.annotated > 0 && <VoidWork slug={slug} person={Number(id)} />}
      />
      <section aria-labelledby="work" className={classes.part}>
        <Title order={2} id="work">
          {t("person.work")}
        </Title>
        <div className={`${parts.numbers ?? ""} ${classes.chart ?? ""}`}>
          <StatNumber value={work.annotated} label={t("person.annotated")} />
          {work.annotation_seconds !== null && (
            <StatNumber
              value={format.duration(work.annotation_seconds)}
              label={t("work.annotationTime")}
            />
          )}
          {work.kept !== null && (
            <StatNumber value={format.percent(work.kept, 0)} label={t("work.kept")} />
          )}
          {work.validated > 0 && <StatNumber value={work.validated} label={t("person.answered")} />}
          {work.accuracy !== null && (
            <StatNumber value={format.percent(work.accuracy, 0)} label={t("work.accuracy")} />
          )}
        </div>
      </section>
      {work.annotated > 0 && (
        <>
          <section aria-labelledby="differences" className={classes.part}>
            <Title order={2} id="differences">
              {t("person.differences")}
            </Title>
            <MutedNote mt="0.25rem" mb="md">
              {t("person.differencesLead")}
            </MutedNote>
            <LabelDifferences fields={fields} rows={differences} />
          </section>
          <section aria-labelledby="alike" className={classes.part}>
            <Title order={2} id="alike">
              {t("person.alike")}
            </Title>
            <MutedNote mt="0.25rem" mb="md">
              {t("person.alikeLead")}
            </MutedNote>
            <AgreementDots
              detailed
              measure="percent"
              rows={measured}
              titleOf={titleOf}
              note={(field) => {
                const one = reliable.get(field);
                return one?.accuracy == null ? null : (
                  <span>
                    {" · "}
                    {t("person.reliability", { share: format.percent(one.accuracy, 0) })}
                  </span>
                );
              }}
            />
          </section>
        </>
      )}
    </>
  );
}
