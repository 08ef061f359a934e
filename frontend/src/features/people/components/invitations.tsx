import { Button, CopyButton, Group, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Invitation, invitationsOptions, useRevoke } from "../api";
import { InvitationForm } from "./invitation-form";
import classes from "./people.module.css";

/** Links by which people join: made, copied, taken back. */
export function Invitations({ slug }: { slug: string }) {
  const { t } = useTranslation("people");
  const { data, error, refetch } = useQuery(invitationsOptions(slug));
  return (
    <>
      <InvitationForm slug={slug} />
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
  const toasts = useToasts();
  const revoke = useRevoke();
  // Taking a link back cannot be undone, so it takes two clicks.
  const [asking, setAsking] = useState(false);
  const role = t(`common:role.${invitation.role}`);
  const link = `${window.location.origin}/invite/${invitation.token}`;
  return (
    <div className={classes.invitation}>
      <div className={classes.invitationHead}>
        <strong>{role}</strong>
        <span className={classes.none}>
          {t("invitations.uses", { count: invitation.uses_left })} · {t("invitations.until")}{" "}
          <RelativeTime at={invitation.expires_at} />
        </span>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.linkRow}>
        <TextInput
          className={classes.link}
          aria-label={t("invitations.linkFor", { role })}
          value={link}
          readOnly
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              flex="none"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? t("invitations.copied") : t("invitations.copy")}
            </Button>
          )}
        </CopyButton>
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
