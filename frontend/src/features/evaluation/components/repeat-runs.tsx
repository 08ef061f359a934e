import { Alert, Button, Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useRepeatableRuns, useRepeatRuns } from "../api";
import { useRunName } from "../run-name";

/** Offers the models of the previous version: only changed questions are asked again. */
export function RepeatRuns({ slug, version }: { slug: string; version: string }) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const toasts = useToasts();
  const { data: runs = [] } = useRepeatableRuns(slug, version);
  const repeat = useRepeatRuns();
  const nameOf = useRunName();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = runs.filter(({ id }) => !left.has(id));
  const [first] = runs;
  if (!first) return null;
  const costs = chosen.map(({ cost }) => cost);
  const known = costs.filter((cost) => cost !== null);
  const asked = chosen.reduce((sum, { to_ask: count }) => sum + count, 0);
  return (
    <Alert title={t("repeat.title", { version: first.version })} mb="lg" color="gray">
      <Stack gap="xs">
        <p>{t("repeat.text")}</p>
        {runs.map((run) => (
          <Checkbox
            key={run.id}
            label={`${nameOf(run)} · ${pick(run.setting_title)}`}
            description={t("repeat.questions", {
              asked: format.number(run.to_ask),
              copied: format.number(run.copied),
            })}
            checked={!left.has(run.id)}
            onChange={() => {
              setLeft((before) => {
                const after = new Set(before);
                if (!after.delete(run.id)) after.add(run.id);
                return after;
              });
            }}
          />
        ))}
        <p>
          {t("repeat.asked", { asked: format.number(asked) })}
          {format.gap}
          {known.length > 0
            ? t("repeat.cost", {
                cost: `$${format.number(
                  known.reduce((sum, cost) => sum + cost, 0),
                  2,
                )}`,
              })
            : t("repeat.costUnknown")}
        </p>
        {repeat.error && <ProblemAlert error={repeat.error} />}
        <Button
          w="fit-content"
          disabled={chosen.length === 0}
          loading={repeat.isPending}
          onClick={() => {
            repeat.mutate(
              {
                params: { path: { slug, version } },
                body: { runs: chosen.map(({ id }) => id) },
              },
              {
                onSuccess: () => {
                  toasts.done(t("start.done", { count: chosen.length }));
                },
              },
            );
          }}
        >
          {t("repeat.action")}
        </Button>
      </Stack>
    </Alert>
  );
}
