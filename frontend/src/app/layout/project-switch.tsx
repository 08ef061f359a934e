import { Box, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { useGoToPage } from "@/lib/routing/use-go";
import type { Membership } from "@/lib/session/session";
import { useUser } from "@/lib/session/session";

import classes from "./project-switch.module.css";

/** The open project, and a menu to switch to another. */
export function ProjectSwitch({ current }: { current: Membership }) {
  const { t } = useTranslation(["app", "common"]);
  const { memberships } = useUser();
  const go = useGoToPage();
  const navigate = useNavigate();
  return (
    <Menu width={264} position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target} title={t("project.switch")}>
          <Box component="span" miw={0}>
            <Text span inherit lineClamp={2} fw={600} lh={1.3}>
              {current.project.name}
            </Text>
            <MutedText display="block" fz="0.9375rem" lh="1.3">
              {t(`common:role.${current.role}`)}
            </MutedText>
          </Box>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ project, role }) => (
          <Menu.Item
            key={project.slug}
            rightSection={project.slug === current.project.slug && <IconCheck size={16} />}
            onClick={() => {
              void navigate({ to: "/projects/$slug", params: { slug: project.slug } });
            }}
          >
            {project.name}
            <MutedText display="block" fz="0.9375rem" lh="1.3">
              {t(`common:role.${role}`)}
            </MutedText>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            go({ page: "projects" });
          }}
        >
          {t("project.all")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
