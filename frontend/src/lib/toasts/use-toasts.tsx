import { Button, Group, Text } from "@mantine/core";
import { notifications, notificationsStore } from "@mantine/notifications";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Time for which undo is offered. */
export const UNDO_MS = 8000;

/** One at a time, the newest first; a failure waits and comes back until it is closed. */
function show(toast: Parameters<typeof notifications.show>[0]) {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id, autoClose } of [...shown, ...queue]) {
    if (id && autoClose !== false) notifications.hide(id);
  }
  notifications.show({ ...toast, priority: toast.autoClose === false ? 0 : 1 });
}

export interface Toasts {
  /** Report an action. */
  done: (message: ReactNode) => void;
  /**
   * Report an action with an undo button for 8 s.
   * @returns its id, for `hide`.
   */
  undo: (message: ReactNode, onUndo: () => void) => string;
  /** Report a failure. It stays until it is closed. */
  failed: (message: ReactNode) => void;
  hide: (id: string) => void;
}

export function useToasts(): Toasts {
  const { t } = useTranslation();
  return useMemo(() => {
    const closeButtonProps = { "aria-label": t("toast.close") };
    return {
      done: (message) => {
        show({ message, autoClose: 4000, closeButtonProps });
      },
      undo: (message, onUndo) => {
        const id = crypto.randomUUID();
        show({
          id,
          autoClose: UNDO_MS,
          closeButtonProps,
          message: (
            <Group justify="space-between" wrap="nowrap">
              <Text span>{message}</Text>
              <Button
                variant="subtle"
                size="compact-md"
                flex="none"
                onClick={() => {
                  notifications.hide(id);
                  onUndo();
                }}
              >
                {t("toast.undo")}
              </Button>
            </Group>
          ),
        });
        return id;
      },
      failed: (message) => {
        show({
          message,
          color: "red",
          icon: <IconAlertTriangle size={18} />,
          autoClose: false,
          closeButtonProps,
        });
      },
      hide: (id) => {
        notifications.hide(id);
      },
    };
  }, [t]);
}
