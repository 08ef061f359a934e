import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ParameterForm, useParameterJob } from "@/components/filters/parameter-form";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";

import { type Reading, useTrialBegin } from "../api";
import { readingCommands } from "../commands";
import classes from "./reading-form.module.css";

const KIND = "curation.text_preview";
const CONFIDENCE = { min: 0.5, max: 1, step: 0.01 };
const CHARACTERS = { min: 1, max: 10, step: 1 };

/** Other parameters for what counts as read: asked for here, looked at before they apply. */
export function ReadingForm({
  slug,
  inForce,
  start,
}: {
  slug: string;
  inForce: Reading;
  start: Reading;
}) {
  const { t } = useTranslation("text-area");
  const { format } = useLocale();
  const [confidence, setConfidence] = useState(start.confidence);
  const [characters, setCharacters] = useState(start.minimum_characters);
  const begin = useTrialBegin();
  const running = useParameterJob(slug, KIND);
  const isInForce = confidence === inForce.confidence && characters === inForce.minimum_characters;
  const commands = useCommands(readingCommands, {
    show: {
      run: () => {
        begin.mutate({
          params: { path: { slug } },
          body: { confidence, minimum_characters: characters },
        });
      },
      enabled: !running.isRunning && !begin.isPending && !isInForce,
    },
  });
  return (
    <section className={classes.reading} aria-label={t("reading.title")}>
      <ParameterForm
        parameters={[
          {
            label: t("reading.confidence"),
            shown: format.percent(confidence, 0),
            help: t("reading.confidenceHelp"),
            range: CONFIDENCE,
            value: confidence,
            onChange: setConfidence,
          },
          {
            label: t("reading.characters"),
            shown: format.number(characters),
            help: t("reading.charactersHelp"),
            range: CHARACTERS,
            value: characters,
            onChange: setCharacters,
          },
        ]}
        inForce={t("reading.inForce", {
          confidence: format.percent(inForce.confidence, 0),
          count: inForce.minimum_characters,
          number: format.number(inForce.minimum_characters),
        })}
        show={commands.show}
        begin={begin}
        running={running}
        jobTitle={t("reading.job")}
      />
    </section>
  );
}
