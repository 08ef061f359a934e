import { Box, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { HeatTable } from "@/components/charts/heat-table";
import { ChipChoice } from "@/components/chip-choice";
import { useFormatTitle } from "@/components/question/formats/use-format-title";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";

import type { Leaderboard } from "../api";
import { rankRows, rowKey } from "../leaderboard";
import type { EvaluationSearch } from "../search";
import { modelNameWithDetails } from "../revision";
import { IncompleteBadge } from "./incomplete-badge";

const PEOPLE = "people";
/** Used in the URL instead of a label: no label has this id. */
const FORMAT = "@format";

/** Accuracy by model and label as a heat map; every cell links to its samples. */
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
  const { t } = useTranslation(["evaluation", "common"]);
  const modelName = useModelName();
  const { pick } = useLocale();
  const formatTitle = useFormatTitle();
  const rows = rankRows(board.rows, setting).filter(({ cells }) => cells[setting]);
  const formats = Object.keys(rows[0]?.cells[setting]?.formats ?? {});
  const slices = [
    ...board.slices.map(({ field: id, title, choices }) => ({
      id,
      label: pick(title),
      columns: choices.map((choice) => ({ key: choice.id, label: pick(choice.title) })),
    })),
    ...(formats.length > 0
      ? [
          {
            id: FORMAT,
            label: t("common:question.format"),
            columns: formats.map((id) => ({ key: id, label: formatTitle(id) })),
          },
        ]
      : []),
  ];
  const slice = slices.find(({ id }) => id === field) ?? slices[0];
  if (!slice) return null;
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  return (
    <Box component="section" mb="2.5rem" aria-labelledby="slices">
      <Title order={2} size="h3" id="slices" mb="sm">
        {t("slices.title")}
      </Title>
      <ChipChoice
        label={t("slices.by")}
        hideLabel
        options={slices.map(({ id, label }) => ({ value: id, label }))}
        value={slice.id}
        onChange={(chosen) => {
          onShow({ field: chosen });
        }}
      />
      <Box mt="md">
        <HeatTable
          caption={t("slices.caption")}
          rows={[
            ...rows.map((row) => ({
              key: rowKey(row),
              label: (
                <>
                  {modelNameWithDetails(modelName(row.model), row.parameters)}{" "}
                  {row.cells[setting]?.incomplete && <IncompleteBadge />}
                </>
              ),
            })),
            ...(board.human.answers > 0 ? [{ key: PEOPLE, label: t("humanMean") }] : []),
          ]}
          columns={slice.columns}
          cell={(row, choice) => {
            if (row === PEOPLE) {
              const people = board.human.slices[slice.id]?.[choice];
              return { value: people?.mean ?? null, n: people?.answers ?? 0 };
            }
            const cell = byKey.get(row)?.cells[setting];
            const isFormat = slice.id === FORMAT;
            const tally = isFormat ? cell?.formats[choice] : cell?.slices[slice.id]?.[choice];
            if (!cell || !tally) return { value: null };
            const search = { tab: "samples", field: slice.id, choice };
            return {
              value: tally.accuracy,
              n: tally.n,
              few: tally.small,
              ...(tally.n > 0 &&
                !isFormat && {
                  to: { page: "run", params: { id: String(cell.run) }, search },
                }),
            };
          }}
        />
      </Box>
    </Box>
  );
}
