import { useTranslation } from "react-i18next";

import { useFormatTitle } from "@/components/question/formats/use-format-title";
import { useStages, useStageText } from "@/lib/stages/use-stages";

/** Return the names of keys and values of a document. */
export function useDocumentNames() {
  const { i18n, t } = useTranslation("protocol");
  const stages = useStages();
  const textOf = useStageText();
  const formatTitle = useFormatTitle();
  /** The server's text for a stage of curation or one of its parameters. */
  const ofStage = (kind: "word" | "hint" | "value", name: string): string => {
    const [top, id, parameter, ...below] = name.split(".");
    const stage = stages.find((one) => top === "curation" && one.id === id);
    if (!stage || kind === "value" || below.length > 0) return "";
    if (parameter === undefined) return textOf(stage, kind === "word" ? "title" : "lead");
    return textOf(stage, `parameter.${parameter}${kind === "word" ? "" : ".hint"}`);
  };
  const last = (name: string) => name.split(".").at(-1) ?? name;
  const own = (kind: "word" | "hint" | "value" | "add", name: string): string | undefined => {
    // The whole path first: the threshold of duplicates is not that of agreement.
    const texts: unknown[] = [name.replaceAll(".", "_"), last(name)].map((key) =>
      i18n.getResource(i18n.language, "protocol", `${kind}.${key}`),
    );
    const stage = kind === "add" ? "" : ofStage(kind, name);
    return stage || texts.find((text) => typeof text === "string");
  };
  const label = (name: string): string => own("word", name) ?? last(name);
  return {
    label,
    /** The button that adds one to a list. */
    add: (name: string): string => own("add", name) ?? t("editor.add", { what: label(name) }),
    hint: (name: string): string | undefined => own("hint", name),
    value: (value: string): string => own("value", value) ?? formatTitle(value),
  };
}
