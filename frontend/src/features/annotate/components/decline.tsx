import { Box, Button, Popover, Stack, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ariaShortcut } from "@/lib/commands/aria";
import { KeyboardKey } from "@/lib/commands/kbd";
import type { Command } from "@/lib/commands/types";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Titled } from "@/lib/protocol/protocol";

export interface DeclineProps {
  command: Command;
  reasons: readonly Titled[];
  opened: boolean;
  onClose: () => void;
  onDecline: (reason: string, note: string) => void;
}

/** Declines an item with a reason by number key; undo is offered afterwards. */
export function DeclineItem({ command, reasons, opened, onClose, onDecline }: DeclineProps) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const [note, setNote] = useState("");
  const byNumber = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (reason) onDecline(reason.id, note);
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => {
        if (!open) onClose();
      }}
      position="top-start"
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px="0.6rem"
          c="dimmed"
          rightSection={<KeyboardKey keys={command.keys[0] ?? ""} />}
          aria-keyshortcuts={ariaShortcut(command.keys)}
          disabled={!command.enabled}
          onClick={command.run}
        >
          {command.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("decline.title")} onKeyDown={byNumber}>
        <Box component="p" m="0 0 0.6rem">
          {t("decline.lead")}
        </Box>
        <Stack gap="0.4rem">
          {reasons.map((reason, index) => (
            <Button
              key={reason.id}
              variant="default"
              justify="space-between"
              data-autofocus={index === 0 || undefined}
              rightSection={index < 9 ? <KeyboardKey keys={String(index + 1)} /> : undefined}
              onClick={() => {
                onDecline(reason.id, note);
              }}
            >
              {pick(reason.title)}
            </Button>
          ))}
        </Stack>
        <TextInput
          mt="sm"
          label={t("decline.note")}
          value={note}
          maxLength={2000}
          onChange={(event) => {
            setNote(event.currentTarget.value);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
