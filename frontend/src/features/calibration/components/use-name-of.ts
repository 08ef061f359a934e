import { useTranslation } from "react-i18next";

import type { CalibrationAnswer } from "../api";

/** What a person is called beside their answer: a name to organizers, a letter to others. */
export function useNameOf(): (answer: CalibrationAnswer) => string {
  const { t } = useTranslation("calibration");
  return ({ name, mine, letter }) => {
    if (mine) return t("item.mine");
    return name ?? t("item.person", { letter });
  };
}
