import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

import { ariaShortcut } from "./aria";
import { KeyboardKey } from "./kbd";
import type { Command } from "./types";

/** A command without a visible label: label and key are in its tooltip. */
export function CommandIcon({ command, children }: { command: Command; children: ReactNode }) {
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
        variant="subtle"
        color="gray"
        size={34}
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
