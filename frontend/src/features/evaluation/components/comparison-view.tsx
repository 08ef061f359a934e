import { Box, Flex, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";

import type { RunComparison, Difference, ScoredRun } from "../api-scores";
import classes from "./comparison-view.module.css";
import { DifferenceDot, DifferenceHeader, PValue, QuestionCount } from "./difference-cells";
import { IncompleteBadge } from "./incomplete-badge";

const SIDES = ["both", "only_one", "only_other", "neither"] as const;

/** Comparison of two runs, or a run and people, overall and by label. */
export function ComparisonView({
  comparison,
  names,
}: {
  comparison: RunComparison;
  names: readonly [string, string];
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const { one, other, overall, slices, labels } = comparison;
  const [first, second] = names;
  const share = (value: number | null) => (value === null ? "–" : format.percent(value));
  if (overall.n === 0) return <p>{t("compare.nothing")}</p>;
  const all = [overall, ...Object.values(slices).flatMap((choices) => Object.values(choices))];
  const columns = [
    {
      key: "one",
      header: <RunHeader name={first} run={one} />,
      numeric: true,
      cell: ({ d }: Line) => share(d.one),
    },
    {
      key: "other",
      header: <RunHeader name={second} run={other} />,
      numeric: true,
      cell: ({ d }: Line) => share(d.other),
    },
    {
      key: "difference",
      header: <DifferenceHeader all={all} />,
      cell: ({ d, label }: Line) => <DifferenceDot label={label} value={d} all={all} />,
    },
    ...(other
      ? [
          {
            key: "p",
            header: <span title={t("compare.pHelp")}>{t("compare.p")}</span>,
            numeric: true,
            cell: ({ d }: Line) => <PValue value={d} />,
          },
        ]
      : []),
    {
      key: "n",
      header: t("compare.questions"),
      numeric: true,
      cell: ({ d }: Line) => <QuestionCount value={d} />,
    },
  ];
  return (
    <Stack gap="2rem">
      {other && overall.counts && (
        <Flex component="section" gap="1rem 2.75rem" wrap="wrap" aria-label={t("compare.counts")}>
          {SIDES.map((side) => (
            <StatNumber
              key={side}
              value={overall.counts?.[side] ?? 0}
              label={t(`compare.side.${side}`, { one: first, other: second })}
              to={{
                page: "run",
                params: { id: String(one.id) },
                search: { tab: "samples", against: other.id, side },
              }}
            />
          ))}
        </Flex>
      )}
      <DataTable
        caption={t("compare.caption", { one: first, other: second })}
        rows={[
          { key: "overall", group: "", label: t("compare.overall"), d: overall },
          ...labels.flatMap(({ field, title, choices }) =>
            choices
              .flatMap(({ id, title: choice }) => {
                const d = slices[field]?.[id];
                return d && d.n > 0 ? [{ key: `${field} ${id}`, label: pick(choice), d }] : [];
              })
              .map((line, index) => ({ ...line, group: index === 0 ? pick(title) : "" })),
          ),
        ]}
        rowKey={({ key }) => key}
        columns={[
          {
            key: "label",
            header: t("compare.scope"),
            cell: ({ group, label }: Line) => (
              <>
                {group && (
                  <Box component="strong" display="block">
                    {group}
                  </Box>
                )}
                {label}
              </>
            ),
          },
          ...columns,
        ]}
      />
      <MutedNote>
        <TextWithTerms text={t(other ? "compare.legend" : "compare.legendPeople")} />
      </MutedNote>
    </Stack>
  );
}

function RunHeader({ name, run }: { name: string; run: ScoredRun | null }) {
  return (
    <span className={classes.name}>
      {name} {run?.incomplete && <IncompleteBadge />}
    </span>
  );
}

interface Line {
  key: string;
  /** Title of the label field in the first row. */
  group: string;
  label: string;
  d: Difference;
}
