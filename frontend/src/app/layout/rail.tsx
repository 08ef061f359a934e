import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Command } from "@/lib/commands/types";
import { loadWhenNeeded } from "@/lib/deferred";
import { AppLink } from "@/lib/routing/app-link";
import { hasRight, type Membership } from "@/lib/session/session";
import { type Stage, stagesOptions } from "@/lib/stages/stages";
import { useStageText } from "@/lib/stages/use-stages";

import { navigationFor, type NavigationPage, type ProtocolFeatures } from "../navigation";
import { AccountMenu } from "./account-menu";
import { ProjectSwitch } from "./project-switch";
import classes from "./rail.module.css";
import { usePageExists } from "./use-page-exists";
import { Wordmark } from "./wordmark";

const WaitingBadge = loadWhenNeeded(async () => (await import("./waiting-badge")).WaitingBadge);

interface RailProps {
  membership: Membership | undefined;
  uses: readonly ProtocolFeatures[];
  help: Command;
  narrow: boolean;
  onNarrow: (narrow: boolean) => void;
}

export function NavigationSidebar({ membership, uses, help, narrow, onNarrow }: RailProps) {
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
            <IconLayoutSidebar size={20} />
          </ActionIcon>
        </Tooltip>
      </div>
      {membership && !narrow && (
        <div className={classes.project}>
          <ProjectSwitch current={membership} />
        </div>
      )}
      {membership && <SidebarLinks membership={membership} uses={uses} narrow={narrow} />}
      <div className={classes.foot}>
        <AccountMenu help={help} compact={narrow} />
      </div>
    </header>
  );
}

interface RailLinksProps {
  membership: Membership;
  uses: readonly ProtocolFeatures[];
  narrow: boolean;
  onGo?: () => void;
}

export function SidebarLinks({ membership, uses, narrow, onGo }: RailLinksProps) {
  const { t } = useTranslation("app");
  const exists = usePageExists();
  const stages = useProjectStages(membership);
  const text = useStageText();
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const selected = nav.current?.querySelector('[aria-current="page"]');
    const group = selected?.closest("details");
    if (group) group.open = true;
    selected?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} className={classes.nav} aria-label={t("navigation.label")}>
      {navigationFor(membership.role, exists, uses, stages).map((group) => (
        <Group
          key={group.key}
          heading={group.key === "project" || narrow ? "" : t(`navigation.groups.${group.key}`)}
        >
          {group.entries.map(({ page, icon: Icon, name: own, stage }) => {
            const name = stage ? text(stage, "title") : nameOf(own ?? page);
            const { slug } = membership.project;
            const params = { slug, ...(stage && { stage: stage.id }) };
            return (
              <Tooltip key={stage?.id ?? page} label={name} position="right" disabled={!narrow}>
                <AppLink
                  to={{ page, params }}
                  className={classes.link}
                  aria-label={narrow ? name : undefined}
                  aria-describedby={`waiting-${page}`}
                  onClick={onGo}
                >
                  <Icon size={20} stroke={1.6} aria-hidden="true" />
                  {!narrow && name}
                  <WaitingBadge slug={slug} page={page} id={`waiting-${page}`} />
                </AppLink>
              </Tooltip>
            );
          })}
        </Group>
      ))}
    </nav>
  );

  function nameOf(page: NavigationPage | "agree"): string {
    return page === "stage" ? "" : t(`navigation.${page}`);
  }
}

/** The pages of one group, under a heading that collapses them. */
function Group({ heading, children }: { heading: string; children: ReactNode }) {
  if (!heading) return <div className={classes.group}>{children}</div>;
  return (
    <details className={classes.group} open>
      <summary className={classes.heading}>{heading}</summary>
      {children}
    </details>
  );
}

const NONE: readonly Stage[] = [];

/** The stages of a project for people who may open their pages. */
export function useProjectStages(membership: Membership | undefined): readonly Stage[] {
  const enabled = membership !== undefined && hasRight(membership.role, "organize");
  const slug = membership?.project.slug ?? "";
  return useQuery({ ...stagesOptions(slug), enabled }).data ?? NONE;
}
