import { resourcesFrom } from "@/lib/i18n/resources";

/** The texts of every feature, of the shell (`app`) and of the shared parts (`common`). */
export const resources = resourcesFrom(
  import.meta.glob(
    ["/src/app/locale/*.json", "/src/features/*/locale/*.json", "/src/lib/i18n/locale/*.json"],
    { eager: true },
  ),
  { i18n: "common" },
);
