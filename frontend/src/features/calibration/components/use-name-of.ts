import { useTranslation } from "react-i18next";

import type { CalibrationAnswer } from "../api";

/** Name of a person beside their answer: a name for organizers, a letter for others. */
export function usePersonName(): (answer: CalibrationAnswer) => string {
  const { t } = useTranslation("calibration");
  return ({ name, mine, letter }) => {
    if (mine) return t("item.mine");
    return name ?? t("item.person", { letter });
  };
}
