import { Button, Group } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Thumbnail } from "@/components/image/thumbnail";
import { Badge } from "@/components/status-badge";
import { CommandButton } from "@/lib/commands/command-button";
import { KeyboardKey } from "@/lib/commands/kbd";
import type { Command } from "@/lib/commands/types";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { DuplicateCluster } from "../api";
import {
  ALL_DIFFERENCES,
  differencesFromKept,
  type ClusterMember,
  orderClusterMembers,
} from "../members";
import classes from "./cluster-row.module.css";
import { ReleasedBadge } from "./released-badge";

const HEIGHT = 190;

export interface ClusterRowProps {
  cluster: DuplicateCluster;
  /** The shortcuts apply to this row. */
  current: boolean;
  /** The member that `R` would restore. */
  selected: number | undefined;
  busy: boolean;
  split: Command;
  restore: Command;
  onEnter: () => void;
  onSelect: (id: number) => void;
  onKeep: (id: number) => void;
}

/** One cluster: its images side by side at one height. */
export function ClusterRow({ cluster, current, ...row }: ClusterRowProps) {
  const { t } = useTranslation("duplicates");
  const element = useRef<HTMLDivElement>(null);
  const wasCurrent = useRef(current);
  useEffect(() => {
    // The first row is current from the start, below the pairs to decide.
    if (current && !wasCurrent.current) element.current?.scrollIntoView({ block: "nearest" });
    wasCurrent.current = current;
  }, [current]);
  return (
    <div
      ref={element}
      role="group"
      className={classes.row}
      data-current={current || undefined}
      aria-label={t("cluster", { count: cluster.copies.length + 1 })}
      aria-current={current || undefined}
      onFocus={row.onEnter}
      onPointerDown={row.onEnter}
    >
      <ul className={classes.members}>
        {orderClusterMembers(cluster).map((member) => (
          <MemberCell
            key={member.image.id}
            member={member}
            kept={cluster}
            printed={current}
            selected={current && row.selected === member.image.id}
            busy={row.busy}
            onSelect={row.onSelect}
            onKeep={row.onKeep}
          />
        ))}
      </ul>
      <div className={classes.actions} data-shown={current || undefined}>
        <CommandButton command={row.split} variant="default" />
        <CommandButton command={row.restore} variant="default" />
      </div>
    </div>
  );
}

interface MemberCellProps {
  member: ClusterMember;
  kept: DuplicateCluster;
  /** The keys are printed where they work. */
  printed: boolean;
  selected: boolean;
  busy: boolean;
  onSelect: (id: number) => void;
  onKeep: (id: number) => void;
}

function MemberCell({ member, kept, printed, selected, busy, ...on }: MemberCellProps) {
  const { t } = useTranslation("duplicates");
  const { format, locale } = useLocale();
  const { image, key } = member;
  const listed = (words: string[]) =>
    new Intl.ListFormat(locale, { type: "conjunction" }).format(words);
  const differences = differencesFromKept(image, kept);
  const copy = "distance" in image ? image : null;
  return (
    <li className={classes.member} data-selected={selected || undefined}>
      <AppLink
        to={{ page: "image", params: { id: String(image.id) } }}
        className={classes.picture}
        onFocus={() => {
          on.onSelect(image.id);
        }}
      >
        <Thumbnail
          src={image.thumbnail_url}
          alt={t("picture", { number: image.id, path: image.original_path })}
          height={HEIGHT}
          ratio={image.width / image.height}
          marked={member.kept}
        />
      </AppLink>
      <Group gap={0} wrap="nowrap" mih="2rem">
        {member.kept ? (
          <Badge tone="accent" icon={IconCheck}>
            {t("kept")}
          </Badge>
        ) : (
          <Button
            variant="default"
            size="compact-md"
            disabled={busy}
            aria-keyshortcuts={printed ? key : undefined}
            rightSection={printed && key ? <KeyboardKey keys={key} /> : undefined}
            onClick={() => {
              on.onKeep(image.id);
            }}
          >
            {t("keepThis")}
          </Button>
        )}
      </Group>
      <div className={classes.facts}>
        <span data-differs={differences.includes("smaller") || undefined}>
          {format.number(image.width)} × {format.number(image.height)}
        </span>{" "}
        <span data-differs={differences.includes("format") || undefined}>{image.format}</span>{" "}
        {format.bytes(image.size)}
        <div className={classes.path} title={image.original_path}>
          {image.original_path}
        </div>
        <div data-differs={differences.includes("source") || undefined}>{image.source_name}</div>
        {copy && copy.certainty !== null && (
          <div>{t("measured", { certainty: format.percent(copy.certainty) })}</div>
        )}
      </div>
      {image.released && <ReleasedBadge released={image.released} />}
      {member.kept && kept.kept_because.length > 0 && (
        <p className={classes.why}>
          {t("why")}
          {format.gap}
          {listed(kept.kept_because.map((reason) => t(`because.${reason}`)))}
        </p>
      )}
      {differences.length > 0 && (
        <ul className={classes.differences} aria-label={t("differs")}>
          {differences.map((difference) => (
            <li key={difference}>
              {textFor(difference, ALL_DIFFERENCES, (known) => t(`difference.${known}`))}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
