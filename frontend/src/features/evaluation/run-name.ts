import { useTranslation } from "react-i18next";

interface Named {
  model: string;
  seed?: number | undefined;
}

/** What a run is called among others of its model, which differ by their seed. */
export function useRunName(): (run: Named) => string {
  const { t } = useTranslation("evaluation");
  return ({ model, seed = 0 }) => (seed === 0 ? model : t("runs.seeded", { model, seed }));
}
