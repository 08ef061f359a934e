import { resourcesFrom } from "@/lib/i18n/resources";

/** The texts of every feature, of the shell (`app`) and of the shared parts (`common`). */
export const resources = resourcesFrom(
  import.meta.glob(
    ["./locale/*.json", "../features/*/locale/*.json", "../lib/i18n/locale/*.json"],
    { eager: true, base: "/src/app" },
  ),
  { i18n: "common" },
);
