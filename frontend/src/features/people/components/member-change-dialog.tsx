import { Button, Group, List, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Role } from "@/lib/session/session";

import type { Member } from "../api";
import { consequencesOfRoleChange, type Membership } from "../member-change";

/** Consequences of a member's new role or removal, before it is made. */
export function MemberChangeDialog({
  member,
  next,
  onConfirm,
  onClose,
}: {
  member: Member;
  next: Membership;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["people", "common"]);
  const name = member.display_name;
  const roleName = (role: Role) => t(`common:role.${role}`);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        next.active
          ? t("members.change.title", { name, role: roleName(next.role) })
          : t("members.deactivateOne", { name })
      }
      size="lg"
      closeButtonProps={{ "aria-label": t("members.change.close") }}
    >
      <List spacing="xs" mb="lg">
        {consequencesOfRoleChange(member, next).map((consequence) => (
          <List.Item key={consequence}>{t(`members.change.${consequence}`, { name })}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("members.change.cancel")}
        </Button>
        <Button onClick={onConfirm}>
          {t(next.active ? "members.change.action" : "members.deactivate")}
        </Button>
      </Group>
    </Modal>
  );
}
