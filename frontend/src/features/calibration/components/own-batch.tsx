import { Button, Title } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Thumbnail } from "@/components/image/thumbnail";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { myCalibrationOptions } from "../api";
import classes from "./calibration.module.css";
import { PassRule } from "./rule";

/** An annotator's own results: progress, agreement with others, and each item to compare. */
export function OwnBatch({ slug }: { slug: string }) {
  const { t } = useTranslation("calibration");
  const { pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const { calibration: mine } = useSuspenseQuery(myCalibrationOptions(slug)).data;
  const annotate = (
    <Button renderRoot={(props) => <AppLink to={{ page: "annotate" }} {...props} />}>
      {t("mine.annotate")}
    </Button>
  );
  if (!mine) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconTargetArrow size={40} stroke={1.4} />}
          title={t("mine.none.title")}
          action={annotate}
        >
          {t("mine.none.text")}
        </EmptyState>
      </>
    );
  }
  const state = mine.passed_at ? "through" : mine.finished ? "waits" : "goesOn";
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("mine.lead")}
        actions={(state !== "waits" || mine.status !== "open") && annotate}
      />
      <section aria-labelledby="state" className={classes.part}>
        <Title order={2} mb="0.5rem" id="state">
          {t("mine.of", { done: mine.handed_in, total: mine.total })}
        </Title>
        <PassRule rules={mine.rules} />
        {mine.status === "open" && <p>{t(`mine.${state}`)}</p>}
        {mine.fields_compared.map(({ field, likeness, n }) => (
          <div key={field} className={classes.measure}>
            <p className={classes.caption}>{pick(fields.find((one) => one.id === field)?.title)}</p>
            <IntervalBar label={field} value={likeness} n={n} />
          </div>
        ))}
        {mine.fields_compared.length > 0 && <IntervalAxis withN />}
      </section>
      <section aria-labelledby="handed-in" className={classes.part}>
        <Title order={2} mb="0.5rem" id="handed-in">
          {t("mine.items")}
        </Title>
        <p className={classes.lead}>{t("mine.itemsLead")}</p>
        <ul className={classes.pictures}>
          {mine.items.map((item) => (
            <li key={item.place}>
              <AppLink
                to={{
                  page: "calibrationItem",
                  params: { number: String(mine.number), place: String(item.place) },
                }}
              >
                <Thumbnail src={item.images[0]?.thumbnail_url} alt="" />
                <span>{t("items.picture", { number: item.place })}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
