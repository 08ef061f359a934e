import { Box, Checkbox, Flex, Group, Title } from "@mantine/core";
import { IconClock, IconRuler2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar, type Reference } from "@/components/charts/interval-bar";
import { ChipChoice } from "@/components/chip-choice";
import { type Column, DataTable } from "@/components/data-table";
import { Term, TextWithTerms } from "@/components/glossary/with-terms";
import { MutedText } from "@/components/layout/primitives";
import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import type { Leaderboard, LeaderboardRow } from "../api";
import { isBaseline, overallTally, rankRows, rowKey, settingsWithScores } from "../leaderboard";
import { modelNameWithDetails, shortRevision } from "../revision";
import type { EvaluationSearch } from "../search";
import classes from "./leaderboard-table.module.css";
import { IncompleteBadge } from "./incomplete-badge";
import { OriginBadge } from "./origin-badge";

export interface LeaderboardTableProps {
  board: Leaderboard;
  /** The setting of the bars. */
  setting: string;
  published: boolean;
  onShow: (change: EvaluationSearch) => void;
}

/** Models beside each other and people: bars of one setting, numbers of the others. */
export function LeaderboardTable({ board, setting, published, onShow }: LeaderboardTableProps) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { format, pick } = useLocale();
  const settings = settingsWithScores(board);
  const titleOf = (id: string) => pick(settings.find((one) => one.id === id)?.title);
  const references = useReferences(board.human);
  const share = (value: number | null | undefined) => (value == null ? "–" : format.percent(value));

  const columns: Column<LeaderboardRow>[] = [
    {
      key: "model",
      header: t("model"),
      cell: (row) => <ModelName row={row} setting={setting} />,
    },
    {
      key: "bar",
      header: (
        <>
          {t("accuracyIn", { setting: titleOf(setting) })}
          <div className={classes.bar}>
            <IntervalAxis withN />
          </div>
        </>
      ),
      cell: (row) => {
        const tally = overallTally(row, setting);
        if (!tally) return <MutedText>{t("notRun")}</MutedText>;
        return (
          <div className={classes.bar}>
            <IntervalBar
              label={modelNameWithDetails(modelName(row.model), row.parameters)}
              value={tally.accuracy}
              low={tally.interval?.[0] ?? null}
              high={tally.interval?.[1] ?? null}
              n={tally.n}
              references={references}
            />
          </div>
        );
      },
    },
    {
      key: "miss",
      header: <Term name="miss">{t("outcome.miss")}</Term>,
      numeric: true,
      cell: (row) => <Failures row={row} setting={setting} outcome="miss" />,
    },
    {
      key: "error",
      header: <Term name="error">{t("outcome.error")}</Term>,
      numeric: true,
      cell: (row) => <Failures row={row} setting={setting} outcome="error" />,
    },
    ...(published
      ? [
          {
            key: "published",
            header: <span title={t("publishedHelp")}>{t("publishedRule")}</span>,
            numeric: true,
            cell: (row: LeaderboardRow) => share(row.cells[setting]?.published?.accuracy),
          },
        ]
      : []),
    ...settings
      .filter(({ id }) => id !== setting)
      .map(({ id }) => ({
        key: id,
        header: titleOf(id),
        numeric: true,
        cell: (row: LeaderboardRow) => {
          const cell = row.cells[id];
          if (!cell) return <MutedText>–</MutedText>;
          return (
            <AppLink
              to={{ page: "run", params: { id: String(cell.run) } }}
              className={classes.link}
            >
              {share(cell.overall?.accuracy)}
              {cell.incomplete && (
                <span title={t("runs.incompleteHelp")}>{` · ${t("runs.incomplete")}`}</span>
              )}
            </AppLink>
          );
        },
      })),
  ];
  return (
    <Box component="section" mb="2.5rem" aria-label={t("title")}>
      <Group gap="1rem 2rem" align="flex-end" justify="space-between" mb="md">
        {settings.length > 1 && (
          <ChipChoice
            label={t("setting")}
            hint={t("settingHint")}
            options={settings.map(({ id }) => ({ value: id, label: titleOf(id) }))}
            value={setting}
            onChange={(chosen) => {
              onShow({ setting: chosen });
            }}
          />
        )}
        <Checkbox
          label={t("showPublished")}
          checked={published}
          onChange={(event) => {
            onShow({ published: event.currentTarget.checked || undefined });
          }}
        />
      </Group>
      <DataTable
        caption={t("title")}
        columns={columns}
        rows={rankRows(board.rows, setting)}
        rowKey={rowKey}
      />
      {board.people.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg" mb="xs">
            {t("importedPeople")}
          </Title>
          <DataTable
            caption={t("importedPeople")}
            columns={columns.map((column) =>
              column.key === "model" ? { ...column, header: t("person") } : column,
            )}
            rows={rankRows(board.people, setting)}
            rowKey={rowKey}
          />
        </>
      )}
      <Flex component="p" gap="0.25rem 2rem" wrap="wrap" maw="none" m="0.75rem 0 0" c="dimmed">
        {references.length > 0 && (
          <span className={classes.people}>
            {references.map(({ label, value }) => `${label} ${format.percent(value)}`).join(" · ")}
            {format.brackets(
              t(board.human.complete ? "panel" : "validators", {
                count: board.human.people,
                questions: format.number(board.human.questions),
              }),
            )}
          </span>
        )}
        <span>
          <TextWithTerms text={t("intervals")} />
        </span>
      </Flex>
    </Box>
  );
}

function useReferences({ mean, best, complete }: Leaderboard["human"]): readonly Reference[] {
  const { t } = useTranslation("evaluation");
  const average = complete ? t("humanMean") : t("validatorMean");
  return [
    ...(mean == null ? [] : [{ value: mean, label: average }]),
    ...(best == null ? [] : [{ value: best, label: t("humanBest") }]),
  ];
}

function ModelName({ row, setting }: { row: LeaderboardRow; setting: string }) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const cell = row.cells[setting];
  return (
    <span className={classes.model}>
      {cell ? (
        <AppLink to={{ page: "run", params: { id: String(cell.run) } }} className={classes.name}>
          {modelName(row.model)}
        </AppLink>
      ) : (
        <span className={classes.name}>{modelName(row.model)}</span>
      )}
      {row.revision && (
        <span className={classes.revision} title={row.revision}>
          {shortRevision(row.revision)}
        </span>
      )}
      {row.parameters && (
        <span className={classes.revision} title={t("parameters.differ")}>
          {row.parameters}
        </span>
      )}
      {isBaseline(row.backend) && (
        <Badge tone="neutral" icon={IconRuler2}>
          <Term name="baseline">{t("baseline")}</Term>
        </Badge>
      )}
      <OriginBadge origin={row.origin} />
      {cell?.incomplete && <IncompleteBadge />}
      {cell?.stale && (
        <Badge tone="warn" icon={IconClock}>
          {t("stale")}
        </Badge>
      )}
    </span>
  );
}

function Failures({
  row,
  setting,
  outcome,
}: {
  row: LeaderboardRow;
  setting: string;
  outcome: "miss" | "error";
}) {
  const { format } = useLocale();
  const cell = row.cells[setting];
  const rate = cell?.overall?.[`${outcome}_rate`];
  if (!cell || rate == null) return <MutedText>–</MutedText>;
  if (rate === 0) return format.percent(0);
  return (
    <AppLink
      to={{ page: "run", params: { id: String(cell.run) }, search: { tab: "samples", outcome } }}
      className={classes.failures}
    >
      {format.percent(rate)}
    </AppLink>
  );
}
