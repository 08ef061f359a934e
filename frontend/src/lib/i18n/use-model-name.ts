import { useTranslation } from "react-i18next";

/** The names under which the server stores runs of the baselines, in every language. */
const BASELINES: Readonly<Record<string, "baseline.random" | "baseline.frequent">> = {
  "Random choice": "baseline.random",
  "Frequent choice": "baseline.frequent",
};

/** Return the name of a model on pages: its own, or that of a baseline in the reader's language. */
export function useModelName(): (model: string) => string {
  const { t } = useTranslation();
  return (model) => {
    const baseline = BASELINES[model];
    return baseline === undefined ? model : t(baseline);
  };
}
