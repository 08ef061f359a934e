import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import { type Stage, stagesOptions, stageText } from "./stages";

const NONE: readonly Stage[] = [];

/** The installed stages of the open project, including those that are off. */
export function useStages(): readonly Stage[] {
  const { slug } = useParams({ strict: false });
  const { data } = useQuery({ ...stagesOptions(slug ?? ""), enabled: slug !== undefined });
  return data ?? NONE;
}

/** The texts of a stage in the language of the reader. */
export function useStageText() {
  const { locale } = useLocale();
  return useCallback(
    (stage: Stage, key: string, values?: Readonly<Record<string, string>>) =>
      stageText(stage, key, locale, values),
    [locale],
  );
}

const OWN = ["imported", "in_screening", "accepted", "withdrawn"] as const;

/** The state of an image as text: states of excluded images belong to their stages. */
export function useImageStatus(): (status: string) => string {
  const { t } = useTranslation();
  const stages = useStages();
  const text = useStageText();
  return (status) => {
    const own = OWN.find((one) => one === status);
    if (own) return t(`status.image.${own}`);
    const stage = stages.find(({ state }) => state === status);
    return stage ? text(stage, "status") : "";
  };
}
