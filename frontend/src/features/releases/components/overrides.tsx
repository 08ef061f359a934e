import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";

import type { Release } from "../api";
import classes from "./overrides.module.css";

/** Overridden checks, in the language of the page. */
export function GateOverrides({ overrides }: Pick<Release, "overrides">) {
  const { t } = useTranslation("releases");
  const { pick } = useLocale();
  if (overrides.length === 0) return null;
  return (
    <section className={classes.overrides} aria-label={t("overrides")}>
      <Box component="h2" m={0} fz="1rem">
        {t("overrides")}
      </Box>
      <ul>
        {overrides.map(({ line, message, reason }) => (
          <li key={line}>
            {pick(message)} <MutedText>“{reason}”</MutedText>
          </li>
        ))}
      </ul>
    </section>
  );
}
