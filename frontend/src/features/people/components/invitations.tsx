import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { InvitationLink } from "@/components/invite/invitation-link";
import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Invitation, invitationsOptions, useRevoke } from "../api";
import classes from "./people.module.css";

/** Invitation links, to copy and revoke. */
export function Invitations({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { data, error, refetch } = useQuery(invitationsOptions(slug));
  return (
    <>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && <p className={classes.none}>{t("invitations.empty")}</p>}
      <ul className={classes.invitations}>
        {data?.map((invitation) => (
          <li key={invitation.id}>
            <OneInvitation slug={slug} invitation={invitation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OneInvitation({ slug, invitation }: { slug: string; invitation: Invitation }) {
  const { t } = useTranslation(["people", "common"]);
  const { format } = useLocale();
  const toasts = useToasts();
  const revoke = useRevoke();
  // Revoking a link cannot be undone, so it takes two clicks.
  const [asking, setAsking] = useState(false);
  const role = t(`common:role.${invitation.role}`);
  return (
    <div className={classes.invitation}>
      <div className={classes.invitationHead}>
        <strong>{role}</strong>
        <span className={classes.none}>
          {invitation.email && `${t("invitations.mailed", { email: invitation.email })} · `}
          {t("invitations.uses", { count: invitation.uses_left })} · {t("invitations.until")}
          {format.gap}
          <RelativeTime at={invitation.expires_at} />
        </span>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.linkRow}>
        <InvitationLink role={invitation.role} token={invitation.token} />
        <Button
          variant={asking ? "filled" : "subtle"}
          color={asking ? "red" : "gray"}
          flex="none"
          loading={revoke.isPending}
          onBlur={() => {
            setAsking(false);
          }}
          onClick={() => {
            if (!asking) {
              setAsking(true);
              return;
            }
            revoke.mutate(
              { params: { path: { slug, invitation_id: invitation.id } } },
              {
                onSuccess: () => {
                  toasts.done(t("invitations.revoked"));
                },
              },
            );
          }}
        >
          {asking ? t("invitations.revokeSure") : t("invitations.revoke")}
        </Button>
      </Group>
      {revoke.error && <ProblemAlert error={revoke.error} />}
    </div>
  );
}
