import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { Statistics } from "./api";

/** What labels and texts are called in the reader's language, where the protocol in force
 * still has them; a release names them in the language of the benchmark. */
export function useLabelAndTextTitles(slug: string) {
  const { t } = useTranslation("releases");
  const { pick } = useLocale();
  const { fields }: Pick<Protocol, "fields"> = useProtocol(slug);
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const choicesOf = (id: string) => {
    const field = fieldOf(id);
    return field?.kind === "label" ? field.choices : [];
  };
  return {
    ofField: (id: string, title: string) => pick(fieldOf(id)?.title) || title,
    ofChoice: (field: string, id: string, title: string) =>
      pick(choicesOf(field).find((choice) => choice.id === id)?.title) || title,
    /** Of the choice that the release calls so, as it does a crossing's columns. */
    ofCalled: (field: string, title: string) =>
      pick(choicesOf(field).find((choice) => Object.values(choice.title).includes(title))?.title) ||
      title,
    ofLength: ({ what, title }: Statistics["lengths"][number]) =>
      what === "stem" || what === "option"
        ? t(`length.${what}`)
        : pick(fieldOf(what)?.title) || title,
  };
}
