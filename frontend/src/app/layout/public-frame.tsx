import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { deferred } from "@/lib/deferred";
import { hasText } from "@/lib/i18n/i18n";
import { useSessionOver } from "@/lib/session/session-over";

import { LanguageSwitch } from "./preferences";
import classes from "./public-frame.module.css";

const LogInAgain = deferred(async () => (await import("./log-in-again")).LogInAgain);

/** Frame of the pages that need no account. */
export function PublicFrame() {
  const { i18n } = useTranslation("app");
  const isLocked = Boolean(useSessionOver()?.other);
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title && hasText(title) ? `${i18n.t(title)} · Subtext` : "Subtext";
  }, [title, i18n]);
  return (
    <div className={classes.frame}>
      <header className={classes.language}>
        <LanguageSwitch />
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      {isLocked && <LogInAgain />}
    </div>
  );
}
