import { Drawer, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Command } from "@/lib/commands/types";
import type { Membership } from "@/lib/session/session";

import type { ProtocolFeatures } from "../navigation";
import { AccountMenu } from "./account-menu";
import { ProjectSwitch } from "./project-switch";
import { SidebarLinks } from "./rail";

export interface PhoneMenuProps {
  membership: Membership | undefined;
  uses: readonly ProtocolFeatures[];
  help: Command;
  opened: boolean;
  onClose: () => void;
}

/** All pages and the account, behind "More". */
export function PhoneMenu({ membership, uses, help, opened, onClose }: PhoneMenuProps) {
  const { t } = useTranslation("app");
  return (
    <Drawer opened={opened} onClose={onClose} title={t("navigation.menu")} size="20rem">
      <Stack>
        {membership && <ProjectSwitch current={membership} />}
        {membership && (
          <SidebarLinks membership={membership} uses={uses} narrow={false} onGo={onClose} />
        )}
        <AccountMenu help={help} compact={false} />
      </Stack>
    </Drawer>
  );
}
