import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import type { Format } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locale";
import type { LinkTarget } from "@/lib/routing/pages";

/** A stage of curation as the server describes it, with its texts in both languages. */
export type Stage = components["schemas"]["StageDescription"];

export const stagesOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/stages/", { params: { path: { slug } } });

/** Stages with a page of their own, by id. */
const OWN_PAGES: Readonly<Record<string, LinkTarget>> = {
  near_duplicates: { page: "duplicates" },
  screening: { page: "screen" },
};

/** The page of a stage that is on, if it has one: all stages that measure images have. */
export function stagePage({ id, kind }: Stage): LinkTarget | undefined {
  return kind === "image" ? { page: "stage", params: { stage: id } } : OWN_PAGES[id];
}

/** A text of a stage with its placeholders filled; empty if the stage has none. */
export function stageText(
  stage: Stage,
  key: string,
  locale: Locale,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = stage.texts[key]?.[locale] ?? "";
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
}

/** A measured value or a parameter in its unit. */
export function inUnit(
  value: number | null,
  unit: string | undefined,
  format: Pick<Format, "number" | "percent">,
  digits = 1,
): string {
  if (value === null) return "–";
  if (unit === "share") return format.percent(value, digits);
  if (unit === "pixels") return `${format.number(value)} px`;
  return format.number(value, digits);
}
