import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";

import type { Leaderboard } from "../api";
import type { EvaluationSearch } from "../search";

/** The splits of the page's scores; a choice if runs cover several sets of splits. */
export function SplitChoice({
  board,
  onShow,
}: {
  board: Leaderboard;
  onShow: (change: EvaluationSearch) => void;
}) {
  const { t } = useTranslation("evaluation");
  const scored = board.scored_splits;
  if (scored.length === 0) return null;
  const titleOf = ({ splits, questions }: (typeof scored)[number]) =>
    t("splits.option", { splits: splits.join(" + "), count: questions });
  if (scored.length === 1) {
    return (
      <Box component="p" m="0 0 1rem">
        {t("splits.only", { splits: titleOf({ ...board }) })}
      </Box>
    );
  }
  return (
    <Box m="0 0 1rem">
      <ChipChoice
        label={t("splits.label")}
        hint={t("splits.hint")}
        options={scored.map((one) => ({ value: one.splits.join(), label: titleOf(one) }))}
        value={board.splits.join()}
        onChange={(splits) => {
          onShow({ splits, setting: undefined });
        }}
      />
    </Box>
  );
}
