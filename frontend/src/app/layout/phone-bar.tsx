import { Group, UnstyledButton } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Command } from "@/lib/commands/types";
import { loadWhenNeeded } from "@/lib/deferred";
import { AppLink } from "@/lib/routing/app-link";
import type { Membership } from "@/lib/session/session";

import { phoneNavigationFor, type ProtocolFeatures } from "../navigation";
import classes from "./phone-bar.module.css";
import { usePageExists } from "./use-page-exists";

const PhoneMenu = loadWhenNeeded(async () => (await import("./phone-menu")).PhoneMenu);

/** The bar at the bottom of a phone: the most used pages, and a drawer with the others. */
export function PhoneBar({
  membership,
  uses,
  help,
}: {
  membership: Membership | undefined;
  uses: readonly ProtocolFeatures[];
  help: Command;
}) {
  const { t } = useTranslation("app");
  const exists = usePageExists();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  const entries = membership ? phoneNavigationFor(membership.role, exists) : [];
  return (
    <nav className={classes.bar} aria-label={t("navigation.label")}>
      {membership && (
        <Group gap={0} align="stretch" wrap="nowrap" flex={4}>
          {entries.map(({ page, icon: Icon }) => (
            <AppLink
              key={page}
              to={{ page, params: { slug: membership.project.slug } }}
              className={classes.entry}
            >
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              {page === "stage" ? "" : t(`navigation.${page}`)}
            </AppLink>
          ))}
        </Group>
      )}
      <UnstyledButton
        className={classes.entry}
        aria-expanded={open}
        onClick={() => {
          setOpen(true);
        }}
      >
        <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
        {t("navigation.more")}
      </UnstyledButton>
      <PhoneMenu membership={membership} uses={uses} help={help} opened={open} onClose={close} />
    </nav>
  );
}
