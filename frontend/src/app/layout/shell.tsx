import { ActionIcon, Tooltip } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconKeyboard, IconSearch } from "@tabler/icons-react";
import { Outlet, useMatches, useParams } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { CommandIcon } from "@/lib/commands/command-icon";
import { useGlobalCommands } from "@/lib/commands/use-global-commands";
import { loadWhenNeeded } from "@/lib/deferred";
import { followPersonalLocale, hasText } from "@/lib/i18n/i18n";
import { AppLink } from "@/lib/routing/app-link";
import { pageTitleText } from "@/lib/routing/page-title";
import { membershipInProject } from "@/lib/session/project";
import { useSession } from "@/lib/session/session";

import { homePageOfProject } from "../navigation";
import { NotificationBell } from "./bell";
import { NavigationSidebar } from "./rail";
import { SaveStateCorner } from "./save-state-corner";
import classes from "./shell.module.css";
import { usePageExists } from "./use-page-exists";
import { useProtocolFeatures } from "./use-protocol-features";
import { Wordmark } from "./wordmark";

const DemoProgress = loadWhenNeeded(
  async () => (await import("@/components/demo-progress")).DemoProgress,
);
const CommandPalette = loadWhenNeeded(
  async () => (await import("./command-palette")).CommandPalette,
);
const PhoneBar = loadWhenNeeded(async () => (await import("./phone-bar")).PhoneBar);
const LogInAgain = loadWhenNeeded(async () => (await import("./log-in-again")).LogInAgain);

/** Frame of every page of a signed-in person: sidebar (or bottom bar), top bar, page. */
export function AppShell() {
  const { t, i18n } = useTranslation("app");
  const { user } = useSession();
  const { slug } = useParams({ strict: false });
  const membership = membershipInProject(user?.memberships ?? [], slug);
  const [narrow, setNarrow] = useLocalStorage({ key: "subtext.rail-narrow", defaultValue: false });
  const wide = useMediaQuery("(min-width: 48em)", true, { getInitialValueInEffect: false });
  const exists = usePageExists();
  const uses = useProtocolFeatures(membership?.project.slug);
  const [asked, setAsked] = useState(0);
  const { help, search, dialog } = useGlobalCommands(() => {
    setAsked(asked + 1);
  });
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const own = membership?.role === "annotator" ? page?.annotatorTitle : undefined;
  const titleText = own ?? page?.title;
  const title = titleText && hasText(titleText) ? i18n.t(titleText) : "";
  const fullWindow = page?.fullWindow ?? false;

  useEffect(() => {
    void followPersonalLocale(user?.locale);
  }, [user?.locale]);

  // Runs before the effect of a page that sets its own title.
  useLayoutEffect(() => {
    document.title = pageTitleText(title, membership?.project.name);
  }, [title, membership?.project.name]);

  // Between logging out and the login page there is no person to show.
  if (!user) return null;
  return (
    <div className={classes.shell} data-full={fullWindow || undefined}>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      {wide && !fullWindow && (
        <div className={classes.side}>
          <NavigationSidebar
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
                  <AppLink to={{ page: homePageOfProject(membership.role, exists) }} {...props} />
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
          <CommandIcon command={search}>
            <IconSearch size={20} />
          </CommandIcon>
          {membership && <NotificationBell slug={membership.project.slug} />}
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
      <CommandPalette membership={membership} uses={uses} asked={asked} />
      <LogInAgain />
    </div>
  );
}
