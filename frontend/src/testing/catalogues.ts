const files = import.meta.glob<Record<string, unknown>>("/src/**/locale/*.json", {
  eager: true,
  import: "default",
});

/** The texts of one namespace in both languages, by their dotted keys. */
export interface Catalogue {
  namespace: string;
  en: ReadonlyMap<string, string>;
  zh: ReadonlyMap<string, string>;
}

function flatten(texts: unknown, prefix = ""): [string, string][] {
  if (typeof texts !== "object" || texts === null) return [[prefix, String(texts)]];
  return Object.entries(texts).flatMap(([key, value]) =>
    flatten(value, prefix ? `${prefix}.${key}` : key),
  );
}

function namespaceOf(folder: string): string {
  if (folder === "/src/app/locale") return "app";
  if (folder === "/src/lib/i18n/locale") return "common";
  return folder.split("/").at(-2) ?? folder;
}

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/[^/]+$/, "")))];

/** All texts of the interface. */
export const CATALOGUES: readonly Catalogue[] = folders.map((folder) => ({
  namespace: namespaceOf(folder),
  en: new Map(flatten(files[`${folder}/en.json`])),
  zh: new Map(flatten(files[`${folder}/zh.json`])),
}));

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Return the key by which components request a text: without the plural form. */
export function baseOf(key: string): string {
  return key.replace(PLURAL, "");
}
