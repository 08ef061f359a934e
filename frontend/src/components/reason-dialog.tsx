import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";

import { ProblemAlert } from "./problem-alert";
import { reasonCommands } from "./reason-commands";

export interface ReasonDialogProps {
  opened: boolean;
  /** Title of the action: "Bring this picture back". */
  title: string;
  /** Consequences and further choices. */
  children?: ReactNode;
  /** Label of the button: the verb. */
  action: string;
  pending?: boolean;
  error?: unknown;
  /** Set if something besides the reason is missing. */
  incomplete?: boolean;
  /** An alternative action with the same reason. */
  before?: { action: string; onConfirm: (reason: string) => void };
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Dialog for actions that need a reason, which is recorded. */
export function ReasonDialog({ opened, onClose, title, ...form }: ReasonDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ "aria-label": t("reason.close") }}
    >
      <ReasonForm {...form} onClose={onClose} />
    </Modal>
  );
}

function ReasonForm({
  children,
  action,
  pending = false,
  error,
  incomplete = false,
  before,
  onConfirm,
  onClose,
}: Omit<ReasonDialogProps, "opened" | "title">) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const complete = reason.trim() !== "" && !incomplete;
  const commands = useCommands(
    reasonCommands,
    {
      confirm: {
        run: () => {
          onConfirm(reason.trim());
        },
        enabled: complete && !pending,
      },
    },
    { inDialog: true },
  );
  return (
    <Stack>
      {children}
      <Textarea
        label={t("reason.label")}
        description={t("reason.why")}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
        autosize
        minRows={2}
        maxRows={6}
        required
        data-autofocus
      />
      {error != null && <ProblemAlert error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("reason.cancel")}
        </Button>
        {before && (
          <Button
            variant="default"
            disabled={reason.trim() === "" || pending}
            onClick={() => {
              before.onConfirm(reason.trim());
            }}
          >
            {before.action}
          </Button>
        )}
        <CommandButton command={commands.confirm} loading={pending}>
          {action}
        </CommandButton>
      </Group>
    </Stack>
  );
}
