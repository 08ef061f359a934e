import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import type { Leaderboard } from "../api";
import { effectsOptions } from "../api-scores";
import { incompleteRuns } from "../leaderboard";
import { modelNameWithDetails } from "../revision";
import { DifferenceDot, DifferenceHeader, PValue, QuestionCount } from "./difference-cells";
import { IncompleteBadge } from "./incomplete-badge";

/** Effect of each setting on each model, compared with the protocol's first one. */
export function EffectList({ slug, board }: { slug: string; board: Leaderboard }) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick, format } = useLocale();
  const { data: effects } = useSuspenseQuery(effectsOptions(slug, board.version));
  const titleOf = (id: string) => pick(board.settings.find((one) => one.id === id)?.title) || id;
  const plain = board.settings[0];
  if (effects.length === 0 || !plain) return null;
  const incomplete = incompleteRuns(board);
  const all = effects.map(({ difference }) => difference);
  const share = (value: number | null) => (value === null ? "–" : format.percent(value));
  return (
    <section aria-labelledby="effects" style={{ marginBottom: "2.5rem" }}>
      <Title order={2} size="h3" id="effects" mb="sm">
        {t("effects.title")}
      </Title>
      <DataTable
        caption={t("effects.caption", { plain: titleOf(plain.id) })}
        rows={effects}
        rowKey={({ run }) => run}
        columns={[
          {
            key: "model",
            header: t("model"),
            cell: ({ model, parameters, run, plain_run: base, setting }) => (
              <>
                <AppLink
                  to={{
                    page: "evaluationCompare",
                    search: { version: board.version, one: run, other: base },
                  }}
                >
                  {modelNameWithDetails(modelName(model), parameters)} · {titleOf(setting)}
                </AppLink>{" "}
                {(incomplete.has(run) || incomplete.has(base)) && <IncompleteBadge />}
              </>
            ),
          },
          {
            key: "plain",
            header: titleOf(plain.id),
            numeric: true,
            cell: ({ difference }) => share(difference.other),
          },
          {
            key: "asked",
            header: t("effects.asked"),
            numeric: true,
            cell: ({ difference }) => share(difference.one),
          },
          {
            key: "difference",
            header: <DifferenceHeader all={all} />,
            cell: ({ model, parameters, setting, difference }) => (
              <DifferenceDot
                label={`${modelNameWithDetails(modelName(model), parameters)}, ${titleOf(setting)}`}
                value={difference}
                all={all}
              />
            ),
          },
          {
            key: "p",
            header: <span title={t("effects.pHelp")}>{t("compare.p")}</span>,
            numeric: true,
            cell: ({ difference }) => <PValue value={difference} />,
          },
          {
            key: "n",
            header: t("compare.questions"),
            numeric: true,
            cell: ({ difference }) => <QuestionCount value={difference} />,
          },
        ]}
      />
    </section>
  );
}
