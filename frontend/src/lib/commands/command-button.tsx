import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";

import { KeyboardKey } from "./kbd";
import { ariaShortcut } from "./aria";
import type { Command } from "./types";

export interface CommandButtonProps extends ButtonProps {
  command: Command;
  /** Instead of the command's label. */
  children?: ReactNode;
}

/** A button for a command, with its key printed on it. */
export function CommandButton({ command, children, ...button }: CommandButtonProps) {
  const key = command.keys[0];
  return (
    <Button
      {...button}
      disabled={!command.enabled || button.disabled}
      onClick={command.run}
      rightSection={key ? <KeyboardKey keys={key} /> : undefined}
      aria-keyshortcuts={ariaShortcut(command.keys)}
    >
      {children ?? command.label}
    </Button>
  );
}
