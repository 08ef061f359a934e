import type { LoadTexts } from "@/lib/i18n/i18n";

const files = import.meta.glob<Record<string, unknown>>(
  ["/src/app/locale/*.json", "/src/features/*/locale/*.json", "/src/lib/i18n/locale/*.json"],
  { import: "default" },
);

/** Where the texts of a namespace lie: of the shell, of the shared parts, of a feature. */
function folderOf(namespace: string): string {
  if (namespace === "app") return "/src/app";
  return namespace === "common" ? "/src/lib/i18n" : `/src/features/${namespace}`;
}

/** One language of one namespace, fetched when it is needed. */
export const loadTexts: LoadTexts = async (locale, namespace) => {
  const path = `${folderOf(namespace)}/locale/${locale}.json`;
  const file = files[path];
  if (!file) throw new Error(`There are no texts in ${path}.`);
  return file();
};
