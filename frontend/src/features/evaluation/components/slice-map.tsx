import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { HeatTable } from "@/components/charts/heat-table";
import { ChipChoice } from "@/components/chip-choice";
import { useLocale } from "@/lib/i18n/use-locale";

import type { Leaderboard } from "../api";
import { ranked, rowKey } from "../leaderboard";
import type { EvaluationSearch } from "../search";
import classes from "./slice-map.module.css";

const PEOPLE = "people";

/** Accuracy by model and label as a heat map; every cell leads to its samples. */
export function SliceMap({
  board,
  setting,
  field,
  onShow,
}: {
  board: Leaderboard;
  setting: string;
  field: string | undefined;
  onShow: (change: EvaluationSearch) => void;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const slice = board.slices.find((one) => one.field === field) ?? board.slices[0];
  if (!slice) return null;
  const rows = ranked(board.rows, setting).filter(({ cells }) => cells[setting]);
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  return (
    <section className={classes.section} aria-labelledby="slices">
      <Title order={2} size="h3" id="slices" mb="sm">
        {t("slices.title")}
      </Title>
      <ChipChoice
        label={t("slices.by")}
        hideLabel
        options={board.slices.map((one) => ({ value: one.field, label: pick(one.title) }))}
        value={slice.field}
        onChange={(chosen) => {
          onShow({ field: chosen });
        }}
      />
      <div className={classes.map}>
        <HeatTable
          caption={t("slices.caption")}
          rows={[
            ...rows.map((row) => ({ key: rowKey(row), label: row.model })),
            ...(board.human.answers > 0 ? [{ key: PEOPLE, label: t("humanMean") }] : []),
          ]}
          columns={slice.choices.map(({ id, title }) => ({ key: id, label: pick(title) }))}
          cell={(row, choice) => {
            if (row === PEOPLE) {
              const people = board.human.slices[slice.field]?.[choice];
              return { value: people?.mean ?? null, n: people?.answers ?? 0 };
            }
            const cell = byKey.get(row)?.cells[setting];
            const tally = cell?.slices[slice.field]?.[choice];
            if (!cell || !tally) return { value: null };
            const search = { tab: "samples", field: slice.field, choice };
            return {
              value: tally.accuracy,
              n: tally.n,
              few: tally.small,
              ...(tally.n > 0 && {
                to: { page: "run", params: { id: String(cell.run) }, search },
              }),
            };
          }}
        />
      </div>
    </section>
  );
}
