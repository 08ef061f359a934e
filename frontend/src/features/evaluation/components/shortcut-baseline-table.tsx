import { Box, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import { DataTable } from "@/components/data-table";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { Badge } from "@/components/status-badge";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import type { Leaderboard } from "../api";
import type { ShortcutBaseline } from "../api-scores";
import { IncompleteBadge } from "./incomplete-badge";
import classes from "./shortcuts.module.css";

const RULES = ["longest", "shortest"] as const;

/** Baselines that never look at the image, compared with chance. */
export function ShortcutBaselineTable({
  probes,
  settings,
}: {
  probes: readonly ShortcutBaseline[];
  settings: Leaderboard["settings"];
}) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick } = useLocale();
  const nameOf = ({ rule, run }: ShortcutBaseline) => {
    if (run)
      return `${modelName(run.model)} · ${pick(settings.find(({ id }) => id === run.setting)?.title)}`;
    const letter = /^always_([A-Z])$/.exec(rule)?.[1];
    return letter
      ? t("shortcuts.always", { letter })
      : textFor(rule, RULES, (known) => t(`shortcuts.${known}`));
  };
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="probes">
      <Title order={2} size="h3" id="probes" mb="xs">
        {t("shortcuts.title")}
      </Title>
      <MutedNote mb="sm">
        <TextWithTerms text={t("shortcuts.lead")} />
      </MutedNote>
      <DataTable
        caption={t("shortcuts.title")}
        rows={probes}
        rowKey={({ rule, run }) => run?.id ?? rule}
        columns={[
          {
            key: "name",
            header: t("shortcuts.name"),
            cell: (probe) => (
              <div className={classes.name}>
                {probe.run ? (
                  <AppLink to={{ page: "run", params: { id: String(probe.run.id) } }}>
                    {nameOf(probe)}
                  </AppLink>
                ) : (
                  nameOf(probe)
                )}{" "}
                {probe.run?.incomplete && <IncompleteBadge />}
              </div>
            ),
          },
          {
            key: "accuracy",
            header: (
              <>
                {t("accuracy")}
                <div className={classes.bar}>
                  <IntervalAxis withN />
                </div>
              </>
            ),
            cell: (probe) => (
              <div className={classes.bar}>
                <IntervalBar
                  label={nameOf(probe)}
                  value={probe.result.accuracy}
                  low={probe.result.interval[0] ?? null}
                  high={probe.result.interval[1] ?? null}
                  n={probe.result.n}
                  references={[{ value: probe.result.chance, label: t("shortcuts.chance") }]}
                />
              </div>
            ),
          },
          {
            key: "verdict",
            header: t("shortcuts.verdict"),
            cell: ({ result }) =>
              result.works ? (
                <Badge tone="warn" icon={IconAlertTriangle}>
                  {t("shortcuts.works")}
                </Badge>
              ) : (
                <Badge tone="neutral" icon={IconCheck}>
                  {t("shortcuts.fails")}
                </Badge>
              ),
          },
        ]}
      />
      <MutedNote mt="0.75rem">
        <TextWithTerms text={t("shortcuts.legend")} />
      </MutedNote>
    </Box>
  );
}
