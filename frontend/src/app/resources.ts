import roles from "@/api/roles.json";
import type { LoadTexts } from "@/lib/i18n/i18n";

const files = import.meta.glob<Record<string, unknown>>(
  ["/src/app/locale/*.json", "/src/features/*/locale/*.json", "/src/lib/i18n/locale/*.json"],
  { import: "default" },
);

/** Files of the texts of a namespace: of the shell, of shared parts, of a feature. */
function folderOf(namespace: string): string {
  if (namespace === "app") return "/src/app";
  return namespace === "common" ? "/src/lib/i18n" : `/src/features/${namespace}`;
}

/** One namespace in one language, fetched on demand. */
export const loadTexts: LoadTexts = async (locale, namespace) => {
  const path = `${folderOf(namespace)}/locale/${locale}.json`;
  const file = files[path];
  if (!file) throw new Error(`There are no texts in ${path}.`);
  const texts = await file();
  // The names of roles come from the server's table.
  return namespace === "common" ? { ...texts, ...roles[locale] } : texts;
};
