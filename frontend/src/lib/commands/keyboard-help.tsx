import { Modal, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import classes from "./keyboard-help.module.css";
import { KeyboardKey } from "./kbd";
import type { CommandGroup } from "./registry";
import type { Command } from "./types";

/** The list of all keys that work on the page. */
export function KeyboardHelp({
  groups,
  onClose,
}: {
  groups: readonly CommandGroup[] | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={groups !== null}
      onClose={onClose}
      title={t("commands.title")}
      closeButtonProps={{ "aria-label": t("reason.close") }}
      size="lg"
    >
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
          <KeyboardKey key={key} keys={key} />
        ))}
      </dd>
    </div>
  );
}
