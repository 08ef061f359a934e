import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Command } from "@/lib/commands/types";
import { AppLink } from "@/lib/routing/app-link";
import type { Membership } from "@/lib/session/session";

import { navigationFor, type Uses } from "../navigation";
import { AccountMenu } from "./account-menu";
import { ProjectSwitch } from "./project-switch";
import classes from "./rail.module.css";
import { usePageExists } from "./use-page-exists";
import { Wordmark } from "./wordmark";

interface RailProps {
  membership: Membership | undefined;
  uses: readonly Uses[];
  help: Command;
  narrow: boolean;
  onNarrow: (narrow: boolean) => void;
}

export function Rail({ membership, uses, help, narrow, onNarrow }: RailProps) {
  const { t } = useTranslation("app");
  const toggle = t(narrow ? "navigation.expand" : "navigation.collapse");
  return (
    <header className={classes.rail} data-narrow={narrow || undefined}>
      <div className={classes.head}>
        {!narrow && <Wordmark />}
        <Tooltip label={toggle} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={toggle}
            aria-expanded={!narrow}
            onClick={() => {
              onNarrow(!narrow);
            }}
          >
            {narrow ? (
              <IconLayoutSidebarLeftExpand size={20} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={20} />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
      {membership && !narrow && (
        <div className={classes.project}>
          <ProjectSwitch current={membership} />
        </div>
      )}
      {membership && <RailLinks membership={membership} uses={uses} narrow={narrow} />}
      <div className={classes.foot}>
        <AccountMenu help={help} compact={narrow} />
      </div>
    </header>
  );
}

interface RailLinksProps {
  membership: Membership;
  uses: readonly Uses[];
  narrow: boolean;
  onGo?: () => void;
}

export function RailLinks({ membership, uses, narrow, onGo }: RailLinksProps) {
  const { t } = useTranslation("app");
  const exists = usePageExists();
  return (
    <nav className={classes.nav} aria-label={t("navigation.label")}>
      {navigationFor(membership.role, exists, uses).map((group) => (
        <div key={group.key} className={classes.group}>
          {group.key !== "project" && !narrow && (
            <p className={classes.heading}>{t(`navigation.groups.${group.key}`)}</p>
          )}
          {group.entries.map(({ page, icon: Icon, name: own }) => {
            const name = t(`navigation.${own ?? page}`);
            return (
              <Tooltip key={page} label={name} position="right" disabled={!narrow}>
                <AppLink
                  to={{ page, params: { slug: membership.project.slug } }}
                  className={classes.link}
                  aria-label={narrow ? name : undefined}
                  onClick={onGo}
                >
                  <Icon size={20} stroke={1.6} aria-hidden="true" />
                  {!narrow && name}
                </AppLink>
              </Tooltip>
            );
          })}
        </div>
      ))}
    </nav>
  );
}
