import { useState } from "react";

import { deferred } from "../deferred";
import { useCommandRegistry } from "./command-provider";
import { globalCommands } from "./global-commands";
import type { CommandGroup } from "./registry";
import { useCommands } from "./use-commands";

const KeyboardHelp = deferred(async () => (await import("./keyboard-help")).KeyboardHelp);

/** The list of all keys that work on the page, behind `?`. @returns its command and the dialog. */
export function useKeyboardHelp() {
  const registry = useCommandRegistry();
  // The commands are read when the dialog opens: they belong to the page beneath it.
  const [groups, setGroups] = useState<readonly CommandGroup[] | null>(null);
  const { help } = useCommands(globalCommands, {
    help: () => {
      setGroups(registry.list());
    },
  });
  return {
    help,
    dialog: (
      <KeyboardHelp
        groups={groups}
        onClose={() => {
          setGroups(null);
        }}
      />
    ),
  };
}
