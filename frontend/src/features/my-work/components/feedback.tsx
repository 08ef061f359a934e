import { Box, Flex, Group } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import { DataTable } from "@/components/data-table";
import { PlainList } from "@/components/layout/primitives";
import { Thumbnail } from "@/components/image/thumbnail";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";
import { useProject } from "@/lib/session/project";

import type { MyFeedback } from "../api";
import classes from "./feedback.module.css";

interface FeedbackProps {
  protocol: Protocol;
  feedback: MyFeedback;
}

/** Summary of the annotator's work: pace, hours, differences from final records. */
export function Feedback({ protocol, feedback }: FeedbackProps) {
  const { t } = useTranslation("my-work");
  const { pick, format } = useLocale();
  const { time_zone: zone } = useProject();
  const fields = labelFields(protocol);
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const choiceOf = (field: string, id: string) =>
    pick(fieldOf(field)?.choices.find((choice) => choice.id === id)?.title) || id;
  const seconds = feedback.days.reduce((sum, day) => sum + day.active_seconds, 0);
  return (
    <section aria-labelledby="feedback" className={classes.feedback}>
      <h2 id="feedback">{t("feedback.title")}</h2>
      <Group gap="1.25rem 3.5rem" align="stretch" m="0.75rem 0 1.25rem">
        <StatNumber value={feedback.annotated} label={t("feedback.annotated")} />
        {feedback.seconds !== null && (
          <StatNumber value={format.duration(feedback.seconds)} label={t("feedback.pace")} />
        )}
        <StatNumber value={format.duration(seconds)} label={t("feedback.hours")} />
      </Group>
      <details>
        <summary>{t("feedback.days")}</summary>
        <DataTable
          caption={t("feedback.days")}
          rows={feedback.days}
          rowKey={({ day }) => day}
          columns={[
            { key: "day", header: t("feedback.day", { zone }), cell: ({ day }) => format.day(day) },
            {
              key: "time",
              header: t("feedback.time"),
              cell: (one) => format.duration(one.active_seconds),
              numeric: true,
            },
            {
              key: "screened",
              header: t("feedback.screened"),
              cell: (one) => one.screened,
              numeric: true,
            },
            {
              key: "annotated",
              header: t("feedback.submitted"),
              cell: (one) => one.annotated,
              numeric: true,
            },
            {
              key: "validated",
              header: t("feedback.answered"),
              cell: (one) => one.validated,
              numeric: true,
            },
          ]}
        />
      </details>
      {feedback.differences.length > 0 && (
        <details>
          <summary>{t("feedback.differences", { count: feedback.differences.length })}</summary>
          <Box component="p" maw="46rem" c="dimmed">
            {t("feedback.differencesLead")}
          </Box>
          <PlainList>
            {feedback.differences.map(({ field, said, final, count, images }) => (
              <Box
                component="li"
                key={`${field} ${said ?? ""} ${final ?? ""}`}
                maw="none"
                py="0.6rem"
              >
                <Flex component="span" gap="0.5rem" align="center" wrap="wrap">
                  {pick(fieldOf(field)?.title)}
                  {format.colon}
                  {said === null ? t("feedback.notNamed") : choiceOf(field, said)}
                  <IconArrowRight size={16} aria-label={t("feedback.became")} />
                  <strong>{final === null ? t("feedback.notKept") : choiceOf(field, final)}</strong>
                  {t("feedback.times", { count })}
                </Flex>
                <span className={classes.examples}>
                  {images.map(({ id, thumbnail_url }) => (
                    <Thumbnail key={id} src={thumbnail_url} alt="" height={64} />
                  ))}
                </span>
              </Box>
            ))}
          </PlainList>
        </details>
      )}
      {feedback.mistakes.length > 0 && (
        <details>
          <summary>{t("feedback.mistakes")}</summary>
          <Box component="p" maw="46rem" c="dimmed">
            {t("feedback.mistakesLead")}
          </Box>
          {feedback.mistakes.map(({ field, right }) => (
            <div key={field} className={classes.mistake}>
              <span>{pick(fieldOf(field)?.title)}</span>
              <IntervalBar
                label={pick(fieldOf(field)?.title)}
                value={right.share}
                low={right.low}
                high={right.high}
                n={right.n}
              />
            </div>
          ))}
          <div className={classes.mistake}>
            <span />
            <IntervalAxis withN />
          </div>
        </details>
      )}
    </section>
  );
}
