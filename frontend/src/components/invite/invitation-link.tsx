import { Button, CopyButton, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Role } from "@/lib/session/session";

import { invitationLink } from "./invite";

/** An invitation link and the button that copies it. */
export function InvitationLink({ role, token }: { role: Role; token: string }) {
  const { t } = useTranslation();
  const link = invitationLink(token);
  return (
    <>
      <TextInput
        flex={1}
        miw="12rem"
        aria-label={t("invite.linkFor", { role: t(`role.${role}`) })}
        value={link}
        readOnly
        onFocus={(event) => {
          event.currentTarget.select();
        }}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            flex="none"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? t("copy.done") : t("invite.copy")}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
