import { Modal, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommandRegistry } from "./command-provider";
import { globalCommands } from "./global-commands";
import classes from "./help-dialog.module.css";
import { Kbd } from "./kbd";
import type { CommandGroup } from "./registry";
import type { Command } from "./types";
import { useCommands } from "./use-commands";

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

function KeyboardHelp({
  groups,
  onClose,
}: {
  groups: readonly CommandGroup[] | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal opened={groups !== null} onClose={onClose} title={t("commands.title")} size="lg">
      <Stack gap="lg">
        <Text c="dimmed">{t("commands.whileTyping")}</Text>
        {groups
          ?.filter((group) => group.commands.some((command) => command.keys.length > 0))
          .map((group, index) => (
            <section key={`${group.scope}-${String(index)}`}>
              <Title order={3} size="h5" mb="xs">
                {group.title}
              </Title>
              <dl className={classes.list}>
                {group.commands.map((command) => (
                  <CommandRow key={command.id} command={command} />
                ))}
              </dl>
            </section>
          ))}
      </Stack>
    </Modal>
  );
}

function CommandRow({ command }: { command: Command }) {
  return (
    <div className={classes.row} data-disabled={!command.enabled || undefined}>
      <dt>{command.label}</dt>
      <dd>
        {command.keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </dd>
    </div>
  );
}
