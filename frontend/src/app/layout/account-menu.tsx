import { Box, Button, Popover, Text, UnstyledButton } from "@mantine/core";
import {
  IconKeyboard,
  IconLogout,
  IconSelector,
  IconServer2,
  IconUserCircle,
  IconVocabulary,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";
import type { Command } from "@/lib/commands/types";
import { isOperator, useUser } from "@/lib/session/session";

import classes from "./account-menu.module.css";
import { LanguageSwitch, ThemeSwitch } from "./preferences";
import { useLogOut } from "./use-log-out";

/** Account menu: name, language, appearance, shortcuts, log out. */
export function AccountMenu({ help, compact }: { help: Command; compact: boolean }) {
  const { t } = useTranslation("app");
  const user = useUser();
  const logOut = useLogOut();
  const [open, setOpen] = useState(false);
  const name = user.display_name || user.username;
  const label = t("account.menu", { name });
  return (
    <Popover
      width={272}
      position="top-start"
      shadow="md"
      trapFocus
      opened={open}
      onChange={setOpen}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={compact ? label : undefined}
          title={label}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <span className={classes.initial} aria-hidden="true">
            {name.charAt(0).toUpperCase()}
          </span>
          {!compact && (
            <>
              <Box component="span" className="ellipsis" flex={1} miw={0}>
                {name}
              </Box>
              <IconSelector size={16} aria-hidden="true" />
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        <Text c="dimmed" size="sm">
          {t("account.signedInAs", { name: user.username })}
        </Text>
        <LanguageSwitch />
        <ThemeSwitch />
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconUserCircle size={18} />}
          onClick={() => {
            setOpen(false);
          }}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {t("account.page")}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconVocabulary size={18} />}
          onClick={() => {
            setOpen(false);
          }}
          renderRoot={(props) => <Link to="/glossary" {...props} />}
        >
          {t("account.glossary")}
        </Button>
        {isOperator(user) && (
          <Button
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<IconServer2 size={18} />}
            onClick={() => {
              setOpen(false);
            }}
            renderRoot={(props) => <Link to="/system" {...props} />}
          >
            {t("account.status")}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconKeyboard size={18} />}
          rightSection={<KeyboardKey keys="?" />}
          onClick={() => {
            setOpen(false);
            help.run();
          }}
        >
          {t("account.keys")}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconLogout size={18} />}
          onClick={logOut}
        >
          {t("account.logOut")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
