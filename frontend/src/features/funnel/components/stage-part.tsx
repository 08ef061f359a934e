import { Box, Group, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Stage } from "@/lib/stages/stages";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import type { FunnelReport, FilterRun, StageRecord } from "../api";
import { parametersInWords } from "../parameters";
import classes from "./report.module.css";

/** One stage: images in, results, and its runs or people. */
export function StagePart({
  number,
  stage,
  report,
}: {
  number: number;
  stage: StageRecord;
  report: FunnelReport;
}) {
  const { t } = useTranslation("funnel");
  const { format } = useLocale();
  const text = useStageText();
  const { name } = stage;
  const declared = useStages().find(({ id }) => id === name);
  const isByPeople = declared?.kind === "people";
  return (
    <Box component="section" mt="2.75rem" aria-labelledby={`stage-${name}`}>
      <Title order={2} id={`stage-${name}`}>
        {t("numbered", { number, stage: declared ? text(declared, "title") : name })}
      </Title>
      <Group gap="1rem 2.5rem" align="stretch" m="0.9rem 0 1.25rem">
        <StatNumber value={stage.entered} label={t("entered")} />
        <StatNumber
          value={stage.excluded}
          label={t("removed")}
          to={stage.excluded > 0 ? { page: "excluded", search: { stage: name } } : undefined}
        />
        {stage.withdrawn > 0 && (
          <StatNumber
            value={stage.withdrawn}
            label={t("withdrawn")}
            to={{ page: "images", search: { status: "withdrawn" } }}
          />
        )}
        {stage.waiting > 0 && (
          <StatNumber
            value={stage.waiting}
            label={t("waiting")}
            to={{
              page: "images",
              search: { status: isByPeople ? "in_screening" : "imported" },
            }}
          />
        )}
        <StatNumber value={stage.passed} label={t("passed")} />
        {stage.restored > 0 && <StatNumber value={stage.restored} label={t("restored")} />}
        {stage.let_back > 0 && <StatNumber value={stage.let_back} label={t("letBack")} />}
      </Group>
      {isByPeople ? (
        <Looking report={report} />
      ) : (
        declared && stage.runs.length > 0 && <Runs stage={declared} runs={stage.runs} />
      )}
      {stage.seconds > 0 && (
        <MutedNote mt="0.35rem" mb="md" maw="62ch">
          {t(isByPeople ? "people" : "time", { time: format.duration(stage.seconds) })}
        </MutedNote>
      )}
    </Box>
  );
}

function Runs({ stage, runs }: { stage: Stage; runs: readonly FilterRun[] }) {
  const { t } = useTranslation("funnel");
  const { format } = useLocale();
  const text = useStageText();
  return (
    <DataTable
      caption={t("runs")}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        { key: "run", header: t("run"), cell: ({ id }) => id, numeric: true },
        { key: "when", header: t("when"), cell: ({ at }) => <RelativeTime at={at} /> },
        {
          key: "parameters",
          header: t("parameters"),
          cell: ({ parameters }) =>
            parametersInWords(parameters, stage, format).map(([key, value]) => (
              <Box key={key} className="nowrap">
                {t("parameter", { name: text(stage, `parameter.${key}`), value })}
              </Box>
            )),
        },
        {
          key: "tools",
          header: t("tools"),
          cell: ({ tools }) => <span className={classes.tools}>{toolsInWords(tools)}</span>,
        },
        {
          key: "measured",
          header: t("measured"),
          cell: ({ counts }) => format.number(Number(counts.measured ?? 0)),
          numeric: true,
        },
        {
          key: "excludes",
          header: t("excludes"),
          cell: ({ excludes }) => format.number(excludes),
          numeric: true,
        },
        {
          key: "seconds",
          header: t("seconds"),
          cell: ({ seconds }) => (seconds === null ? t("unfinished") : format.duration(seconds)),
          numeric: true,
        },
        { key: "reason", header: t("reason"), cell: ({ reason }) => reason || "–" },
      ]}
    />
  );
}

/** Names and versions; models and settings stay in the JSON. */
export function toolsInWords(tools: Readonly<Record<string, unknown>>): string {
  const plain = Object.entries(tools).filter(([, value]) => typeof value === "string");
  const { engine, version } = tools as { engine?: string; version?: string };
  return engine
    ? [engine, version].filter(Boolean).join(" ")
    : plain.map(([name, value]) => `${name} ${String(value)}`).join(", ");
}

function Looking({ report: { inspection } }: { report: FunnelReport }) {
  const { t } = useTranslation("funnel");
  const { format, pick } = useLocale();
  if (inspection.votes === 0) return null;
  return (
    <>
      <Box component="p" maw="62ch" m="0 0 1rem">
        {t("votes", {
          count: inspection.people,
          number: format.number(inspection.people),
          votes: format.number(inspection.votes),
          needed: format.number(inspection.votes_needed),
        })}
        {format.gap}
        {t("decided", {
          votes: format.number(inspection.by_votes),
          organizer: format.number(inspection.by_organizer),
        })}
      </Box>
      {inspection.reasons.length > 0 && (
        <DataTable
          caption={t("reasons")}
          rows={inspection.reasons}
          rowKey={({ id }) => id}
          columns={[
            { key: "reason", header: t("reasons"), cell: ({ title }) => pick(title) },
            {
              key: "count",
              header: t("removed"),
              cell: ({ count }) => format.number(count),
              numeric: true,
            },
          ]}
        />
      )}
    </>
  );
}
