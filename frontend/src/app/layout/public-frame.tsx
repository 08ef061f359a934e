import { Flex, Stack } from "@mantine/core";
import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { loadWhenNeeded } from "@/lib/deferred";
import { hasText } from "@/lib/i18n/i18n";
import { useSessionOver } from "@/lib/session/session-over";

import { LanguageSwitch } from "./preferences";
import classes from "./public-frame.module.css";

const LogInAgain = loadWhenNeeded(async () => (await import("./log-in-again")).LogInAgain);

/** Frame of the pages that need no account. */
export function PublicFrame() {
  const { i18n } = useTranslation("app");
  const isLocked = Boolean(useSessionOver()?.other);
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title && hasText(title) ? `${i18n.t(title)} · Subtext` : "Subtext";
  }, [title, i18n]);
  return (
    <Stack gap={0} mih="100dvh">
      <header className={classes.language}>
        <LanguageSwitch />
      </header>
      <Flex component="main" align="center" justify="center" flex={1} p="2rem 1.25rem 4rem">
        <Outlet />
      </Flex>
      {isLocked && <LogInAgain />}
    </Stack>
  );
}
