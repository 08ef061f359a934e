import { Box } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { letterHint } from "@/components/question/formats/letter-hint";
import { getQuestionFormat } from "@/components/question/formats/registry";
import { useLocale } from "@/lib/i18n/use-locale";
import { choicesUnder, type Protocol, type ProtocolField } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import classes from "./guideline-strip.module.css";

export interface GuidelineStripProps {
  protocol: Protocol;
  /** Path of the field that has the focus. */
  path: string | undefined;
  /** The choice below the pointer, by its position in the row. */
  choice: number | undefined;
  labels: Readonly<Record<string, readonly string[]>>;
  /** Of the question that has the focus. */
  format: string | undefined;
}

function fieldOf(protocol: Protocol, path: string | undefined): ProtocolField | undefined {
  const [part, id] = path?.split(".") ?? [];
  return part === "questions" ? undefined : protocol.fields.find((field) => field.id === id);
}

const IMAGE = /^!\[.*\]\(.*\)$/gm;

/** The format of the question that contains a path. */
export function formatOfQuestionAt({ questions }: RecordContent, path: string | undefined) {
  const [part, index] = path?.split(".") ?? [];
  return part === "questions" ? questions[Number(index)]?.format : undefined;
}

const OPTIONS_HELP = {
  chooseKey: "guideline.optionsHelp",
  chooseKeys: "guideline.optionsSeveralHelp",
  chooseOrder: "question.chooseOrder",
} as const;

/** The guideline of the focused field, always in the same place beside the form. */
export const GuidelineStrip = memo(function GuidelineStrip({
  protocol,
  path,
  choice,
  labels,
  format,
}: GuidelineStripProps) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const field = fieldOf(protocol, path);
  const offered = field?.kind === "label" ? choicesUnder(field, labels) : [];
  const pointedAt = choice === undefined ? undefined : offered[choice];
  const hint = format === undefined ? "chooseKey" : letterHint(getQuestionFormat(format));
  let title = t("guideline.title");
  let help = t("guideline.start");
  if (field) {
    title = pick(field.title);
    help = pick(field.help);
  } else if (path?.startsWith("questions.")) {
    title = t(path.includes(".options.") ? "guideline.options" : "guideline.question");
    help = t(path.includes(".options.") ? OPTIONS_HELP[hint] : "guideline.questionHelp");
  }
  // The strip has one line; images are in the panel of the guidelines.
  const example = pick(field?.examples?.[0]).replace(IMAGE, "").trim();
  return (
    <Box
      component="aside"
      className={classes.strip}
      visibleFrom="md"
      aria-label={t("guideline.title")}
    >
      <p>
        <strong>{title}</strong> {help}
      </p>
      {pointedAt?.help && (
        <p>
          <strong>{pick(pointedAt.title)}</strong> {pick(pointedAt.help)}
        </p>
      )}
      {!pointedAt && example && <p>{t("guideline.example", { text: example })}</p>}
    </Box>
  );
});
