import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ParameterForm, useParameterJob } from "@/components/filters/parameter-form";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { inUnit, type Stage } from "@/lib/stages/stages";
import { useStageText } from "@/lib/stages/use-stages";

import { useBeginStagePreview, type ParameterValues } from "../api";
import { slidersCommands } from "../commands";
import classes from "./sliders-form.module.css";

const KIND = "curation.stage_preview";

/** Other parameters of a stage: measured and previewed before they apply. */
export function SlidersForm({
  slug,
  stage,
  current,
  start,
}: {
  slug: string;
  stage: Stage;
  current: ParameterValues;
  start: ParameterValues;
}) {
  const { t } = useTranslation("stages");
  const { format } = useLocale();
  const text = useStageText();
  const [values, setValues] = useState(start);
  const begin = useBeginStagePreview();
  const running = useParameterJob(slug, KIND);
  const isCurrent = Object.entries(values).every(([name, value]) => current[name] === value);
  const shown = (name: string, value: number) => inUnit(value, stage.units[name], format, 0);
  const commands = useCommands(slidersCommands, {
    show: {
      run: () => {
        begin.mutate({
          params: { path: { slug, stage_id: stage.id } },
          body: { parameters: { ...values } },
        });
      },
      enabled: !running.isRunning && !begin.isPending && !isCurrent,
    },
  });
  return (
    <section className={classes.sliders} aria-label={t("settings.title")}>
      <ParameterForm
        parameters={Object.entries(values).flatMap(([name, value]) => {
          const span = stage.sliders[name];
          if (!span) return [];
          return [
            {
              label: text(stage, `parameter.${name}`),
              shown: shown(name, value),
              help: text(stage, `parameter.${name}.hint`),
              range: { min: span.low, max: span.high, step: span.step },
              value,
              onChange: (next: number) => {
                setValues({ ...values, [name]: next });
              },
            },
          ];
        })}
        inForce={t("settings.current", {
          values: format.list(
            Object.entries(current).map(([name, value]) =>
              t("settings.value", {
                name: text(stage, `parameter.${name}`),
                value: shown(name, value),
              }),
            ),
          ),
        })}
        show={commands.show}
        begin={begin}
        running={running}
        jobTitle={t("settings.job")}
      />
    </section>
  );
}
