import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { RelativeTime } from "@/lib/i18n/relative-time";
import { textFor } from "@/lib/i18n/texts";
import { ROLES } from "@/lib/session/session";

import { PlainList } from "../layout/primitives";
import classes from "./messages.module.css";
import type { Message } from "./threads";

/** Messages, oldest first. Organizers see names, all others roles. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const writer = ({ mine, name, role, letter }: Message): string => {
    if (mine) return t("talk.me");
    const as = textFor(role, ROLES, (known) => t(`role.${known}`));
    if (name !== null) return t("talk.named", { name, role: as });
    return letter ? t("talk.lettered", { role: as, letter }) : as;
  };
  return (
    <PlainList component="ol" gap="md">
      {messages.map((message) => (
        <li key={message.id} className={classes.message} data-mine={message.mine || undefined}>
          <Box component="p" c="dimmed">
            <Box component="span" c="var(--ink)" fw={600}>
              {writer(message)}
            </Box>{" "}
            <RelativeTime at={message.written_at} />
          </Box>
          <p className={classes.text}>{message.text}</p>
        </li>
      ))}
    </PlainList>
  );
}
