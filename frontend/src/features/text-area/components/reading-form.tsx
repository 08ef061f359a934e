import { Slider } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { isLive, paceOf, useJobs, useRefreshAfter } from "@/lib/jobs/jobs";

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
  const job = useJobs(slug)?.jobs.find(({ kind }) => kind === KIND);
  const isRunning = job !== undefined && isLive(job.status);
  useRefreshAfter(isRunning);
  const isInForce = confidence === inForce.confidence && characters === inForce.minimum_characters;
  const commands = useCommands(readingCommands, {
    show: {
      run: () => {
        begin.mutate({
          params: { path: { slug } },
          body: { confidence, minimum_characters: characters },
        });
      },
      enabled: !isRunning && !begin.isPending && !isInForce,
    },
  });
  return (
    <section className={classes.reading} aria-label={t("reading.title")}>
      <div className={classes.form}>
        <Choice
          label={t("reading.confidence")}
          shown={format.percent(confidence, 0)}
          help={t("reading.confidenceHelp")}
          range={CONFIDENCE}
          value={confidence}
          onChange={setConfidence}
        />
        <Choice
          label={t("reading.characters")}
          shown={format.number(characters)}
          help={t("reading.charactersHelp")}
          range={CHARACTERS}
          value={characters}
          onChange={setCharacters}
        />
      </div>
      <div className={classes.begin}>
        <CommandButton command={commands.show} loading={begin.isPending} />
        <p className={classes.inForce}>
          {t("reading.inForce", {
            confidence: format.percent(inForce.confidence, 0),
            count: inForce.minimum_characters,
            number: format.number(inForce.minimum_characters),
          })}
        </p>
      </div>
      {begin.error && <ProblemAlert error={begin.error} onRetry={begin.reset} />}
      {job && (isRunning || job.status === "failed") && (
        <ProgressJob
          title={t("reading.job")}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          {...paceOf(job, new Date())}
        />
      )}
    </section>
  );
}

function Choice({
  label,
  shown,
  help,
  range,
  value,
  onChange,
}: {
  label: string;
  shown: string;
  help: string;
  range: { min: number; max: number; step: number };
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <div>
      <p className={classes.label}>
        <span>{label}</span>
        <span className={classes.value}>{shown}</span>
      </p>
      <Slider
        {...range}
        value={value}
        onChange={(next) => {
          onChange(Number(next.toFixed(2)));
        }}
        label={null}
        thumbLabel={label}
        thumbProps={{ "aria-valuetext": shown }}
      />
      <p className={classes.help}>{help}</p>
    </div>
  );
}
