import { useState } from "react";

import { loadWhenNeeded } from "../deferred";
import { useCommandRegistry } from "./command-provider";
import { globalCommands } from "./global-commands";
import type { CommandGroup } from "./registry";
import { useCommands } from "./use-commands";

const KeyboardHelp = loadWhenNeeded(async () => (await import("./keyboard-help")).KeyboardHelp);

/**
 * Global commands: the list of shortcuts behind `?`, and the search.
 * @returns both commands and the dialog of the list.
 */
export function useGlobalCommands(search: () => void) {
  const registry = useCommandRegistry();
  // The commands are read when the dialog opens: they belong to the page below.
  const [groups, setGroups] = useState<readonly CommandGroup[] | null>(null);
  const commands = useCommands(globalCommands, {
    help: () => {
      setGroups(registry.list());
    },
    search,
  });
  return {
    ...commands,
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
