import { Box, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { InvitationLink } from "@/components/invite/invitation-link";
import { Muted } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Invitation, invitationsOptions, useNewLink, useRevoke } from "../api";
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
  const revoke = useRevoke();
  const renew = useNewLink();
  const error = renew.error ?? revoke.error;
  const at = { params: { path: { slug, invitation_id: invitation.id } } };
  const role = t(`common:role.${invitation.role}`);
  return (
    <Box p="0.75rem 0">
      <Group gap="0 0.75rem" align="stretch" mb="0.35rem">
        <strong>{role}</strong>
        <Muted>
          {invitation.email && `${t("invitations.mailed", { email: invitation.email })} · `}
          {t("invitations.uses", { count: invitation.uses_left })} · {t("invitations.until")}
          {format.gap}
          <RelativeTime at={invitation.expires_at} />
        </Muted>
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
          <TwoClicks
            label={t("invitations.renew")}
            sure={t("invitations.renewSure")}
            loading={renew.isPending}
            onSure={() => {
              renew.mutate(at);
            }}
          />
        )}
        <TwoClicks
          label={t("invitations.revoke")}
          sure={t("invitations.revokeSure")}
          loading={revoke.isPending}
          onSure={() => {
            revoke.mutate(at, {
              onSuccess: () => {
                toasts.done(t("invitations.revoked"));
              },
            });
          }}
        />
      </Group>
      {error && <ProblemAlert error={error} />}
    </Box>
  );
}

interface TwoClicksProps {
  label: string;
  sure: string;
  loading: boolean;
  onSure: () => void;
}

/** A button for what ends a link: it cannot be undone, so it takes two clicks. */
function TwoClicks({ label, sure, loading, onSure }: TwoClicksProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Button
      variant={asking ? "filled" : "subtle"}
      color={asking ? "red" : "gray"}
      flex="none"
      loading={loading}
      onBlur={() => {
        setAsking(false);
      }}
      onClick={() => {
        if (asking) onSure();
        setAsking(!asking);
      }}
    >
      {asking ? sure : label}
    </Button>
  );
}
