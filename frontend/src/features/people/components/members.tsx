import { Box, Button, Group, NativeSelect } from "@mantine/core";
import { IconCheck, IconRobot, IconUserOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { ProblemAlert } from "@/components/problem-alert";
import { Badge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useProject } from "@/lib/session/project";
import { type Role, ROLES } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Member, membersOptions, useChangeMember } from "../api";
import { consequencesOfRoleChange } from "../member-change";
import { MemberChangeDialog } from "./member-change-dialog";
import { PasswordLink } from "./password-link";
import classes from "./people.module.css";

/** Members; a maintainer changes roles and removes people. Their work stays. */
export function Members({ slug }: { slug: string }) {
  const { t } = useTranslation(["people", "common"]);
  const { can } = useProject();
  const toasts = useToasts();
  const { data: members } = useSuspenseQuery(membersOptions(slug));
  const change = useChangeMember();
  const may = can("maintain");
  const [asked, setAsked] = useState<{ member: Member; role: Role; active: boolean }>();

  const put = (member: Member, next: { role: Role; active: boolean }, onSuccess?: () => void) => {
    change.mutate(
      { params: { path: { slug, member_id: member.id } }, body: next },
      onSuccess && { onSuccess },
    );
  };
  const before = (member: Member) => ({
    role: member.role,
    active: member.active ?? true,
  });

  const askBefore = (member: Member, next: { role: Role; active: boolean }) => {
    if (consequencesOfRoleChange(member, next).length > 0) setAsked({ member, ...next });
    else make(member, next);
  };
  const make = (member: Member, { role, active }: { role: Role; active: boolean }) => {
    setAsked(undefined);
    if (member.active && active) changeRole(member, role);
    else setActive(member, active);
  };
  const changeRole = (member: Member, role: Role) => {
    put(member, { role, active: true }, () => {
      toasts.undo(
        t("members.roleChanged", { name: member.display_name, role: t(`common:role.${role}`) }),
        () => {
          put(member, before(member));
        },
      );
    });
  };
  const setActive = (member: Member, active: boolean) => {
    put(member, { role: member.role, active }, () => {
      toasts.undo(
        t(active ? "members.letIn" : "members.letGo", { name: member.display_name }),
        () => {
          put(member, before(member));
        },
      );
    });
  };

  return (
    <>
      {change.error && (
        <Box m="0.75rem 0">
          <ProblemAlert error={change.error} />
        </Box>
      )}
      {asked && (
        <MemberChangeDialog
          member={asked.member}
          next={asked}
          onConfirm={() => {
            make(asked.member, asked);
          }}
          onClose={() => {
            setAsked(undefined);
          }}
        />
      )}
      <DataTable<Member>
        caption={t("members.title")}
        rows={members}
        rowKey={(member) => member.id}
        columns={[
          {
            key: "name",
            header: t("members.name"),
            cell: (member) => (
              <span className={`${classes.cell} ${classes.who}`}>
                {withUsername(member)}
                {member.is_simulated && (
                  <Badge tone="warn" icon={IconRobot}>
                    {t("common:simulated")}
                  </Badge>
                )}
              </span>
            ),
          },
          {
            key: "role",
            header: t("members.role"),
            width: "13rem",
            cell: (member) =>
              may && member.active ? (
                <NativeSelect
                  miw="8.5rem"
                  aria-label={t("members.roleOf", { name: member.display_name })}
                  value={member.role}
                  disabled={change.isPending}
                  onChange={(event) => {
                    const role = ROLES.find((one) => one === event.currentTarget.value);
                    if (role) askBefore(member, { role, active: true });
                  }}
                  data={ROLES.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
                />
              ) : (
                <span className={classes.cell}>{t(`common:role.${member.role}`)}</span>
              ),
          },
          {
            key: "active",
            header: t("members.state"),
            cell: (member) => (
              <span className={classes.cell}>
                {member.active ? (
                  <Badge tone="good" icon={IconCheck}>
                    {t("members.active")}
                  </Badge>
                ) : (
                  <Badge tone="neutral" icon={IconUserOff}>
                    {t("members.inactive")}
                  </Badge>
                )}
              </span>
            ),
          },
          {
            key: "since",
            header: t("members.since"),
            cell: (member) => (
              <span className={classes.cell}>
                <RelativeTime at={member.created_at} />
              </span>
            ),
          },
          ...(may
            ? [
                {
                  key: "actions",
                  header: "",
                  cell: (member: Member) => (
                    <Group gap={0}>
                      {member.active && <PasswordLink slug={slug} member={member} />}
                      <Button
                        variant="subtle"
                        color="gray"
                        disabled={change.isPending}
                        aria-label={t(
                          member.active ? "members.deactivateOne" : "members.activateOne",
                          {
                            name: member.display_name,
                          },
                        )}
                        onClick={() => {
                          askBefore(member, { role: member.role, active: !member.active });
                        }}
                      >
                        {t(member.active ? "members.deactivate" : "members.activate")}
                      </Button>
                    </Group>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** The name with the user name, which maintainers need for every member. */
function withUsername({ display_name: name, username }: Member) {
  const isSaid = name === username || name.endsWith(`(${username})`);
  return isSaid ? name : `${name} (${username})`;
}
