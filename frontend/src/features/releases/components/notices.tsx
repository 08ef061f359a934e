import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { textFor } from "@/lib/i18n/texts";
import { ROLES } from "@/lib/session/session";

import type { Release } from "../api";
import classes from "./notices.module.css";

/** Errata and takedowns of a version; the version itself does not change. */
export function ReleaseNotices({ notices }: Pick<Release, "notices">) {
  const { t } = useTranslation(["releases", "common"]);
  if (notices.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={t("notices.title")}>
      <Box component="h2" m="0 0 0.35rem" fz="1rem">
        {t("notices.title")}
      </Box>
      <Box component="ul" m={0} pl="1.1rem" maw="75ch">
        {notices.map(({ id, kind, text, question, key, role, created_at: at }) => (
          <li key={id}>
            <Box component="span" fw={600}>
              {t(`notices.kind.${kind}`)}
            </Box>{" "}
            {(question || key) && <code>{question || key}</code>} {text}{" "}
            <MutedText>
              {textFor(role, ROLES, (known) => t(`common:role.${known}`))}, <RelativeTime at={at} />
            </MutedText>
          </li>
        ))}
      </Box>
    </section>
  );
}
