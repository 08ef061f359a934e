import { Button, type ButtonProps } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { useRolesToInvite } from "./invite";
import { InviteDialog } from "./invite-dialog";

/** Button that opens the invitation dialog; nothing for people who may not invite. */
export function InviteButton({ children, ...button }: ButtonProps & { children?: ReactNode }) {
  const { t } = useTranslation();
  const roles = useRolesToInvite();
  const [opened, setOpened] = useState(false);
  if (roles.length === 0) return null;
  return (
    <>
      <Button
        leftSection={<IconUserPlus size={18} />}
        {...button}
        onClick={() => {
          setOpened(true);
        }}
      >
        {children ?? t("invite.open")}
      </Button>
      <InviteDialog
        opened={opened}
        onClose={() => {
          setOpened(false);
        }}
      />
    </>
  );
}
