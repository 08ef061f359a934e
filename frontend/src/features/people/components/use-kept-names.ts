import { useTranslation } from "react-i18next";

import type { PersonExclusion } from "../api";

/** A person's exclusions as text. */
export function useExclusionNames(): (kept: PersonExclusion) => string {
  const { t } = useTranslation("people");
  return ({ item_number, tag, source_name }) => {
    if (item_number !== null) return t("assignment.item", { number: item_number });
    return source_name === null
      ? t("assignment.tag", { tag })
      : t("assignment.source", { name: source_name });
  };
}
