import { useTranslation } from "react-i18next";

import { useModelName } from "@/lib/i18n/use-model-name";

import { modelNameWithDetails } from "./revision";

interface Named {
  model: string;
  seed?: number | undefined;
  /** Request parameters that differ from the protocol. */
  parameters_label?: string | undefined;
}

/** Name of a run among others of its model, which differ by their seed or parameters. */
export function useRunName(): (run: Named) => string {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  return ({ model, seed = 0, parameters_label = "" }) => {
    const name = modelNameWithDetails(modelName(model), parameters_label);
    return seed === 0 ? name : t("runs.seeded", { model: name, seed });
  };
}
