import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "./problem-alert";

export interface ConfirmButtonProps extends ButtonProps {
  /** What it does: the label of the button, the title of the dialog and its action. */
  label: string;
  /** What happens, and that it cannot be undone. */
  consequences: string;
  /** Called before the dialog opens; it stays closed if this returns false. */
  mayAsk?: () => boolean;
  /** The dialog closes when this succeeds, else it shows the problem. */
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: a dialog names the consequences and asks once. */
export function ConfirmButton({
  label,
  consequences,
  mayAsk,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setOpened(false);
  };
  const confirm = () => {
    setPending(true);
    setError(null);
    void onConfirm()
      .then(close, setError)
      .finally(() => {
        setPending(false);
      });
  };
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setError(null);
          setOpened(mayAsk?.() ?? true);
        }}
      >
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={label}
        closeButtonProps={{ "aria-label": t("reason.close") }}
      >
        <Stack>
          <Text>{consequences}</Text>
          {error != null && <ProblemAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t("reason.cancel")}
            </Button>
            <Button loading={pending} onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
