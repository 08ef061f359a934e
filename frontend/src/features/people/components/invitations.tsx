import { Box, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ConfirmButton } from "@/components/confirm-button";
import { InvitationLink } from "@/components/invite/invitation-link";
import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type Invitation,
  invitationsOptions,
  useRenewInvitation,
  useRevokeInvitation,
} from "../api";
import classes from "./people.module.css";

/** Invitations, whose links are shown only when they are made: renew and revoke them. */
export function Invitations({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { data, error, refetch } = useQuery(invitationsOptions(slug));
  return (
    <>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && (
        <Box component="p" c="dimmed">
          {t("invitations.empty")}
        </Box>
      )}
      <RuledList open>
        {data?.map((invitation) => (
          <li key={invitation.id}>
            <OneInvitation slug={slug} invitation={invitation} />
          </li>
        ))}
      </RuledList>
    </>
  );
}

function OneInvitation({ slug, invitation }: { slug: string; invitation: Invitation }) {
  const { t } = useTranslation(["people", "common"]);
  const { format } = useLocale();
  const toasts = useToasts();
  const revoke = useRevokeInvitation();
  const renew = useRenewInvitation();
  const at = { params: { path: { slug, invitation_id: invitation.id } } };
  const role = t(`common:role.${invitation.role}`);
  return (
    <Box p="0.75rem 0">
      <Group gap="0 0.75rem" align="stretch" mb="0.35rem">
        <strong>{role}</strong>
        <MutedText>
          {invitation.email && `${t("invitations.mailed", { email: invitation.email })} · `}
          {t("invitations.uses", { count: invitation.uses_left })} · {t("invitations.until")}
          {format.gap}
          <RelativeTime at={invitation.expires_at} />
        </MutedText>
      </Group>
      {renew.data && (
        <Box component="p" c="dimmed">
          {t("invitations.renewed")}
        </Box>
      )}
      <Group gap="xs" wrap="nowrap" className={classes.linkRow}>
        {renew.data ? (
          <InvitationLink role={renew.data.role} token={renew.data.token} />
        ) : (
          <ConfirmButton
            variant="subtle"
            color="gray"
            flex="none"
            label={t("invitations.renew")}
            consequences={t("invitations.renewing")}
            onConfirm={() => renew.mutateAsync(at)}
          />
        )}
        <ConfirmButton
          variant="subtle"
          color="gray"
          flex="none"
          label={t("invitations.revoke")}
          consequences={t("invitations.revoking")}
          onConfirm={() =>
            revoke.mutateAsync(at).then(() => {
              toasts.done(t("invitations.revoked"));
            })
          }
        />
      </Group>
    </Box>
  );
}
