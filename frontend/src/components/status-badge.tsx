import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconEye,
  IconGitFork,
  IconPlayerPlay,
  IconX,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./status-badge.module.css";

export type BadgeTone = "neutral" | "accent" | "good" | "warn" | "bad";

export interface BadgeProps {
  tone: BadgeTone;
  icon: Icon;
  children: ReactNode;
}

/** A state as icon, word and colour. */
export function Badge({ tone, icon: Glyph, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Glyph size={16} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}

type Look = readonly [BadgeTone, Icon];

const LOOKS = {
  "image.imported": ["neutral", IconCircleDashed],
  "image.in_screening": ["accent", IconClock],
  "image.accepted": ["good", IconCheck],
  "image.withdrawn": ["bad", IconBan],
  "slot.open": ["neutral", IconCircleDashed],
  "slot.leased": ["accent", IconPlayerPlay],
  "slot.submitted": ["good", IconCheck],
  "slot.returned": ["warn", IconArrowBackUp],
  "slot.declined": ["neutral", IconX],
  "slot.closed": ["neutral", IconX],
  "slot.voided": ["bad", IconBan],
  "case.comparing": ["neutral", IconClock],
  "case.to_adjudicate": ["warn", IconGitFork],
  "case.to_merge": ["warn", IconGitFork],
  "case.final": ["good", IconCheck],
  "case.in_validation": ["accent", IconPlayerPlay],
  "case.rework": ["warn", IconArrowBackUp],
  "case.validated": ["good", IconCheck],
  "case.dropped": ["neutral", IconX],
  "thread.waiting": ["warn", IconClock],
  "thread.answered": ["accent", IconCheck],
  "thread.closed": ["good", IconCheck],
  "round.planned": ["neutral", IconCircleDashed],
  "round.open": ["accent", IconPlayerPlay],
  "round.closed": ["good", IconCheck],
  "release.draft": ["neutral", IconCircleDashed],
  "release.building": ["accent", IconPlayerPlay],
  "release.previewed": ["warn", IconEye],
  "release.published": ["good", IconCheck],
  "release.yanked": ["bad", IconBan],
  "release.failed": ["bad", IconAlertTriangle],
  "run.queued": ["neutral", IconClock],
  "run.running": ["accent", IconPlayerPlay],
  "run.finished": ["good", IconCheck],
  "run.failed": ["bad", IconAlertTriangle],
  "run.cancelled": ["neutral", IconX],
  "run.dismissed": ["neutral", IconX],
  "run.stale": ["warn", IconClock],
  "job.queued": ["neutral", IconClock],
  "job.running": ["accent", IconPlayerPlay],
  "job.finished": ["good", IconCheck],
  "job.failed": ["bad", IconAlertTriangle],
  "job.cancelled": ["neutral", IconX],
} as const satisfies Record<string, Look>;

/** A state with its machine: `image.accepted`. */
export type MachineState = keyof typeof LOOKS;

export const STATE_BADGES = Object.keys(LOOKS) as MachineState[];

/** The state of an image, slot, case, thread, round, release, run or job as text. */
export function StatusBadge({ state }: { state: MachineState }) {
  const { t } = useTranslation();
  const [tone, icon] = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${state}`)}
    </Badge>
  );
}
