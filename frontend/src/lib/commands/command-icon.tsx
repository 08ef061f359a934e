import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

import { ariaShortcut } from "./aria";
import { KeyboardKey } from "./kbd";
import type { Command } from "./types";

/** A command without a visible label: label and key are in its tooltip. */
export function CommandIcon({
  command,
  pressed,
  children,
}: {
  command: Command;
  /** For one of several choices: whether it is the current one. */
  pressed?: boolean;
  children: ReactNode;
}) {
  const [key = ""] = command.keys;
  return (
    <Tooltip
      label={
        <span>
          {command.label} <KeyboardKey keys={key} />
        </span>
      }
    >
      <ActionIcon
        variant={pressed ? "light" : "subtle"}
        color={pressed ? undefined : "gray"}
        size={34}
        aria-pressed={pressed}
        aria-label={command.label}
        aria-keyshortcuts={ariaShortcut(command.keys)}
        disabled={!command.enabled}
        onClick={command.run}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
