import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconCopy,
  IconGitFork,
  IconPlayerPlay,
  IconTextScan2,
  IconX,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./status-badge.module.css";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";

export interface BadgeProps {
  tone: Tone;
  icon: Icon;
  children: ReactNode;
}

/** A state as icon, word and colour: never colour alone. */
export function Badge({ tone, icon: Glyph, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Glyph size={16} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}

type Look = readonly [Tone, Icon];

const LOOKS = {
  image: {
    imported: ["neutral", IconCircleDashed],
    duplicate: ["neutral", IconCopy],
    too_much_text: ["neutral", IconTextScan2],
    in_screening: ["accent", IconClock],
    discarded: ["neutral", IconX],
    accepted: ["good", IconCheck],
    withdrawn: ["bad", IconBan],
  },
  slot: {
    open: ["neutral", IconCircleDashed],
    leased: ["accent", IconPlayerPlay],
    submitted: ["good", IconCheck],
    returned: ["warn", IconArrowBackUp],
    declined: ["neutral", IconX],
    closed: ["neutral", IconX],
    voided: ["bad", IconBan],
  },
  case: {
    comparing: ["neutral", IconClock],
    to_adjudicate: ["warn", IconGitFork],
    to_merge: ["warn", IconGitFork],
    final: ["good", IconCheck],
    in_validation: ["accent", IconPlayerPlay],
    rework: ["warn", IconArrowBackUp],
    validated: ["good", IconCheck],
    dropped: ["neutral", IconX],
  },
  thread: {
    waiting: ["warn", IconClock],
    answered: ["accent", IconCheck],
    closed: ["good", IconCheck],
  },
  round: {
    planned: ["neutral", IconCircleDashed],
    open: ["accent", IconPlayerPlay],
    closed: ["good", IconCheck],
  },
  release: {
    draft: ["neutral", IconCircleDashed],
    building: ["accent", IconPlayerPlay],
    published: ["good", IconCheck],
    yanked: ["bad", IconBan],
    failed: ["bad", IconAlertTriangle],
  },
  run: {
    queued: ["neutral", IconClock],
    running: ["accent", IconPlayerPlay],
    finished: ["good", IconCheck],
    failed: ["bad", IconAlertTriangle],
    cancelled: ["neutral", IconX],
    stale: ["warn", IconClock],
  },
  job: {
    queued: ["neutral", IconClock],
    running: ["accent", IconPlayerPlay],
    finished: ["good", IconCheck],
    failed: ["bad", IconAlertTriangle],
    cancelled: ["neutral", IconX],
  },
} as const satisfies Record<string, Record<string, Look>>;

export type Machine = keyof typeof LOOKS;

/** The state of an image, slot, case, thread, round, release, run or job in the reader's words. */
export function StatusBadge({ machine, status }: { machine: Machine; status: string }) {
  const { t } = useTranslation();
  const looks: Readonly<Record<string, Look>> = LOOKS[machine];
  const [tone, icon] = looks[status] ?? (["neutral", IconCircleDashed] as const);
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${machine}.${status}`)}
    </Badge>
  );
}
