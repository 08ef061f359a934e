import { useTranslation } from "react-i18next";

import { useModelName } from "@/lib/i18n/use-model-name";
interface Named {
  model: string;
  seed?: number | undefined;
}

/** Name of a run among others of its model, which differ by their seed. */
export function useRunName(): (run: Named) => string {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  return ({ model, seed = 0 }) =>
    seed === 0 ? modelName(model) : t("runs.seeded", { model: modelName(model), seed });
}
