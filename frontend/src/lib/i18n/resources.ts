import type { Resources } from "./i18n";

interface LocaleFile {
  default: Record<string, unknown>;
}

/**
 * Sort the locale files that Vite found by language and namespace:
 * `…/<namespace>/locale/<language>.json`, a feature's folder being its namespace.
 */
export function resourcesFrom(
  files: Readonly<Record<string, LocaleFile>>,
  namespaceOfFolder: Readonly<Record<string, string>> = {},
): Resources {
  const resources: Resources = { en: {}, zh: {} };
  for (const [path, file] of Object.entries(files)) {
    const match = /([^/]+)\/locale\/(en|zh)\.json$/.exec(path);
    const [, folder, language] = match ?? [];
    if (!folder || (language !== "en" && language !== "zh")) {
      throw new Error(`Not a locale file: ${path}`);
    }
    resources[language][namespaceOfFolder[folder] ?? folder] = file.default;
  }
  return resources;
}
