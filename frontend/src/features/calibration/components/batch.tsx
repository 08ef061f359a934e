import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { AgreementDots } from "@/components/agreement/agreement-dots";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { type Calibration, type CalibrationRules, useCloseBatch, useReopenBatch } from "../api";
import classes from "./calibration.module.css";
import { PeopleTable } from "./people-table";

interface BatchProps {
  slug: string;
  calibration: Calibration;
  rules: CalibrationRules | null;
  /** Number of the current protocol version. */
  current: number;
}

/** One batch: who has passed, and where people differ, item by item. */
export function CalibrationBatch({ slug, calibration, rules, current }: BatchProps) {
  const { t } = useTranslation("calibration");
  const { pick, format } = useLocale();
  const { can } = useProject();
  const fields = labelFields(useProtocol(slug));
  const titleOf = (field: string) => pick(fields.find((one) => one.id === field)?.title) || field;
  const { batch, items, labels } = calibration;
  const closing = useCloseBatch();
  const reopening = useReopenBatch();
  const change = batch.status === "open" ? closing : reopening;
  const any = labels.some(({ agreement }) => agreement.used > 0);
  return (
    <>
      <section aria-labelledby="batch" className={classes.part}>
        <Title order={2} mb="0.5rem" id="batch">
          {t("batch.title", { number: batch.number })}
        </Title>
        <p className={classes.lead}>
          {t(`batch.${batch.status === "open" ? "open" : "closed"}`)}
          {format.gap}
          <RelativeTime at={batch.created_at} />
          {t("batch.stop")}
          {t("batch.version", { number: batch.protocol_version })}
          {format.gap}
          {current > batch.protocol_version && t("batch.amended", { number: current }) + format.gap}
          <AppLink to={{ page: can("maintain") ? "protocolEdit" : "protocol" }}>
            {t(can("maintain") ? "batch.amend" : "batch.read")}
          </AppLink>
        </p>
        {change.error && <ProblemAlert error={change.error} />}
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => {
            change.mutate({ params: { path: { slug, number: batch.number } } });
          }}
        >
          {t(batch.status === "open" ? "batch.close" : "batch.reopen")}
        </Button>
      </section>
      <section aria-labelledby="people" className={classes.part}>
        <Title order={2} mb="0.5rem" id="people">
          {t("people.title")}
        </Title>
        <PeopleTable slug={slug} calibration={calibration} rules={rules} />
      </section>
      <section aria-labelledby="labels" className={classes.part}>
        <Title order={2} mb="0.5rem" id="labels">
          {t("labels.title")}
        </Title>
        <p className={classes.lead}>
          <TextWithTerms text={t(any ? "labels.lead" : "labels.none")} />
        </p>
        {any && <AgreementDots detailed measure="percent" rows={labels} titleOf={titleOf} />}
      </section>
      <section aria-labelledby="items" className={classes.part}>
        <Title order={2} mb="0.5rem" id="items">
          {t("items.title")}
        </Title>
        <p className={classes.lead}>{t("items.lead")}</p>
        <ul className={classes.pictures}>
          {items.map(({ item, handed_in: handedIn, alike }, index) => (
            <li key={item.id}>
              <AppLink
                to={{
                  page: "calibrationItem",
                  params: { number: String(batch.number), place: String(index + 1) },
                }}
              >
                <Thumbnail src={item.images[0]?.thumbnail_url} alt="" />
                <span>{t("items.picture", { number: item.number })}</span>
              </AppLink>
              <span className={classes.caption}>
                {t("items.answers", { count: handedIn })}
                {alike !== null && ` · ${t("items.alike", { share: format.percent(alike, 0) })}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
