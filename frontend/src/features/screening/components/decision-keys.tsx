import { IconCheck, IconHelp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ariaShortcut } from "@/lib/commands/aria";
import { KeyboardKey } from "@/lib/commands/kbd";
import type { Command } from "@/lib/commands/types";

import classes from "./decision-keys.module.css";

/** The three main buttons. */
export function DecisionKeys({
  keep,
  discard,
  unsure,
}: {
  keep: Command;
  discard: Command;
  unsure: Command;
}) {
  return (
    <div className={classes.keys}>
      <Key command={discard} tone="bad" icon={<IconX size={24} aria-hidden="true" />} />
      <Key command={unsure} tone="neutral" icon={<IconHelp size={24} aria-hidden="true" />} />
      <Key command={keep} tone="good" icon={<IconCheck size={24} aria-hidden="true" />} />
    </div>
  );
}

/** Replaces the three buttons: reasons to discard, and back. */
export function ReasonKeys({ reasons, back }: { reasons: readonly Command[]; back: Command }) {
  const { t } = useTranslation("screening");
  return (
    <div className={classes.reasons} role="group" aria-label={t("why")}>
      {reasons.map((reason) => (
        <Key key={reason.id} command={reason} small />
      ))}
      <Key command={back} small quiet />
    </div>
  );
}

function Key({
  command,
  tone,
  icon,
  small = false,
  quiet = false,
}: {
  command: Command;
  tone?: string;
  icon?: ReactNode;
  small?: boolean;
  quiet?: boolean;
}) {
  const [key] = command.keys;
  return (
    <button
      type="button"
      className={classes.key}
      data-tone={tone}
      data-small={small || undefined}
      data-quiet={quiet || undefined}
      disabled={!command.enabled}
      aria-keyshortcuts={ariaShortcut(command.keys)}
      onClick={command.run}
    >
      {icon}
      <span>{command.label}</span>
      {key && <KeyboardKey keys={key} />}
    </button>
  );
}
