import { Box, Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { GuidelineText } from "@/components/guideline/guideline-text";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useProject } from "@/lib/session/project";

import classes from "./guide-page.module.css";

/** The annotators' guide with the project's guidelines, on two printed pages. */
export function GuidePage() {
  const { t } = useTranslation("welcome");
  const { pick } = useLocale();
  const { slug, name } = useProject();
  const protocol = useProtocol(slug);
  const { annotation, fields, review } = protocol;
  return (
    <Box component="article" maw="46rem">
      <PageHeader
        title={t("guide.title")}
        lead={t("guide.lead", { name })}
        actions={
          <Button
            className="on-screen"
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => {
              window.print();
            }}
          >
            {t("guide.print")}
          </Button>
        }
      />
      <Part id="task" title={t("guide.task.title")}>
        <p>{t("guide.task.blind", { count: annotation.people })}</p>
        <p>{t(`guide.task.decided.${review.decided_by ?? "third"}`)}</p>
      </Part>
      <Part id="start" title={t("guide.start.title")}>
        <ol>
          <li>{t("guide.start.read")}</li>
          <li>{t("guide.start.practice")}</li>
          {annotation.calibration && (
            <li>{t("guide.start.calibration", { count: annotation.calibration.items })}</li>
          )}
          <li>{t("guide.start.work")}</li>
        </ol>
      </Part>
      <Part id="item" title={t("guide.item.title")}>
        <ol>
          <li>{t("guide.item.look")}</li>
          <li>{t("guide.item.fields", { fields: fields.map(({ title }) => pick(title)) })}</li>
          {asksForQuestions(protocol) && (
            <li>{t("guide.item.questions", { count: protocol.questions.options })}</li>
          )}
          <li>{t("guide.item.submit")}</li>
        </ol>
        <p>{t("guide.item.keys")}</p>
      </Part>
      <Part id="saved" title={t("guide.saved.title")}>
        <p>{t("guide.saved.draft")}</p>
        <p>{t("guide.saved.limit", { count: annotation.lease_minutes })}</p>
        <p>{t("guide.saved.reopen")}</p>
      </Part>
      <Part id="doubt" title={t("guide.doubt.title")}>
        <p>{t("guide.doubt.ask")}</p>
        <p>{t("guide.doubt.decline")}</p>
        <ul>
          {annotation.decline_reasons.map(({ id, title }) => (
            <li key={id}>{pick(title)}</li>
          ))}
        </ul>
      </Part>
      <Part id="after" title={t("guide.after.title")}>
        <p>{t("guide.after.rework")}</p>
        <p>{t("guide.after.validate")}</p>
        <p>{t("guide.after.names")}</p>
      </Part>
      <Part id="guidelines" title={t("guide.guidelines")}>
        <GuidelineText text={pick(annotation.guidelines)} />
        <dl>
          {fields.map(({ id, title, help }) => (
            <Box key={id} mb="0.75rem">
              <Box component="dt" fw={600}>
                {pick(title)}
              </Box>
              <Box component="dd" style={{ whiteSpace: "pre-line" }}>
                {pick(help)}
              </Box>
            </Box>
          ))}
        </dl>
      </Part>
    </Box>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Box component="h2" id={id} mb="0.5rem">
        {title}
      </Box>
      {children}
    </section>
  );
}

function asksForQuestions({ questions }: Protocol): boolean {
  return questions.written_by !== "rule" && questions.maximum + questions.fixed.length > 0;
}
