import { ActionIcon, Tooltip } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconKeyboard } from "@tabler/icons-react";
import { Outlet, useMatches, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { DemoProgress } from "@/components/demo-progress";
import { useKeyboardHelp } from "@/lib/commands/use-keyboard-help";
import { deferred } from "@/lib/deferred";
import { followPersonalLocale, hasText } from "@/lib/i18n/i18n";
import { AppLink } from "@/lib/routing/app-link";
import { membershipOf } from "@/lib/session/project";
import { useSession } from "@/lib/session/session";

import { homeOf } from "../navigation";
import { Bell } from "./bell";
import { PhoneBar } from "./phone-bar";
import { Rail } from "./rail";
import { SaveStateCorner } from "./save-state-corner";
import classes from "./shell.module.css";
import { usePageExists } from "./use-page-exists";
import { useUses } from "./use-uses";
import { Wordmark } from "./wordmark";

const LogInAgain = deferred(async () => (await import("./log-in-again")).LogInAgain);

/** Around every page of a signed-in person: rail (or bottom bar), top line, the page. */
export function Shell() {
  const { t, i18n } = useTranslation("app");
  const { user } = useSession();
  const { slug } = useParams({ strict: false });
  const membership = membershipOf(user?.memberships ?? [], slug);
  const [narrow, setNarrow] = useLocalStorage({ key: "subtext.rail-narrow", defaultValue: false });
  const wide = useMediaQuery("(min-width: 48em)", true, { getInitialValueInEffect: false });
  const exists = usePageExists();
  const uses = useUses(membership?.project.slug);
  const { help, dialog } = useKeyboardHelp();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const title = page?.title && hasText(page.title) ? i18n.t(page.title) : "";
  const fullWindow = page?.fullWindow ?? false;

  useEffect(() => {
    void followPersonalLocale(user?.locale);
  }, [user?.locale]);

  useEffect(() => {
    document.title = [title, membership?.project.name, "Subtext"].filter(Boolean).join(" · ");
  }, [title, membership?.project.name]);

  // Between logging out and the login page there is nobody to draw a shell for.
  if (!user) return null;
  return (
    <div className={classes.shell} data-full={fullWindow || undefined}>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      {wide && !fullWindow && (
        <div className={classes.side}>
          <Rail
            membership={membership}
            uses={uses}
            help={help}
            narrow={narrow}
            onNarrow={setNarrow}
          />
        </div>
      )}
      <div className={classes.column}>
        <div className={classes.top} role="region" aria-label={t("top")}>
          {fullWindow && membership && (
            <Tooltip label={t("navigation.leave")} position="right">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t("navigation.leave")}
                renderRoot={(props) => (
                  <AppLink to={{ page: homeOf(membership.role, exists) }} {...props} />
                )}
              >
                <IconArrowLeft size={20} />
              </ActionIcon>
            </Tooltip>
          )}
          <span className={classes.where}>
            {/* Beside the rail this is in view already, and a page begins with its title. */}
            {fullWindow && wide && membership && <span>{membership.project.name}</span>}
            {fullWindow && title && <span>{title}</span>}
            {!fullWindow && !wide && (membership ? membership.project.name : <Wordmark />)}
          </span>
          <SaveStateCorner />
          {membership && <Bell slug={membership.project.slug} />}
          {fullWindow && wide && (
            <Tooltip label={help.label} position="left">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={help.label}
                aria-keyshortcuts="?"
                onClick={help.run}
              >
                <IconKeyboard size={20} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
        {membership && <DemoProgress slug={membership.project.slug} />}
        <main id="main" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
        {!wide && !fullWindow && <PhoneBar membership={membership} uses={uses} help={help} />}
      </div>
      {dialog}
      <LogInAgain />
    </div>
  );
}
