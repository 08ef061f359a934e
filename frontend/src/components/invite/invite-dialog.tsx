import {
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Textarea,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLink, IconMail } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useInstance } from "@/lib/session/instance";
import { useProject } from "@/lib/session/project";
import { type Role, ROLES } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import { MutedNote } from "../layout/primitives";
import { ProblemAlert } from "../problem-alert";
import { InvitationLink } from "./invitation-link";
import {
  parseAddresses,
  type NewInvitation,
  DEFAULT_INVITATION,
  useInvite,
  useInviteByMail,
  useRolesToInvite,
} from "./invite";
import classes from "./invite.module.css";

const MOST_USES = 500;
const MOST_DAYS = 365;
type Way = "link" | "mail";

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Show an invitation right after its creation. */
  made?: NewInvitation | undefined;
  /** Button for the step after inviting. */
  next?: ReactNode;
}

/** Form of an invitation: role, link or mail, number of people, expiry. */
export function InviteDialog({ opened, onClose, made, next }: InviteDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("invite.title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("reason.close") }}
    >
      {made ? (
        <InvitationMade invitation={made} onClose={onClose} next={next} />
      ) : (
        <InviteForm onClose={onClose} next={next} />
      )}
    </Modal>
  );
}

interface InvitationMadeProps extends Pick<InviteDialogProps, "onClose" | "next"> {
  invitation: NewInvitation;
}

function InvitationMade({ invitation, onClose, next }: InvitationMadeProps) {
  const { t } = useTranslation();
  const { role, token, uses_left } = invitation;
  return (
    <Stack>
      <MutedNote>
        {t("invite.made", { count: uses_left, role: t(`role.${role}`) })} {t("invite.once")}
      </MutedNote>
      <Group gap="0.5rem" align="stretch">
        <InvitationLink role={role} token={token} />
      </Group>
      <Group justify="flex-end">
        <Button variant={next ? "default" : "filled"} onClick={onClose}>
          {t("invite.done")}
        </Button>
        {next}
      </Group>
    </Stack>
  );
}

function InviteForm({ onClose, next }: Pick<InviteDialogProps, "onClose" | "next">) {
  const { t } = useTranslation();
  const { slug } = useProject();
  const { mail: sendsMail } = useInstance();
  const roles = useRolesToInvite();
  const toasts = useToasts();
  const [way, setWay] = useState<Way>("link");
  const invite = useInvite();
  const inviteByMail = useInviteByMail();
  const form = useForm({
    initialValues: {
      role: DEFAULT_INVITATION.role as Role,
      uses: DEFAULT_INVITATION.uses as number | string,
      days: DEFAULT_INVITATION.days as number | string,
      emails: "",
    },
  });
  const { role, uses, days } = form.values;
  const emails = parseAddresses(form.values.emails);
  const isMail = way === "mail";
  const complete = Number(days) >= 1 && (isMail ? emails.length > 0 : Number(uses) >= 1);
  const error = isMail ? inviteByMail.error : invite.error;

  const submit = () => {
    const params = { path: { slug } };
    if (!isMail) {
      invite.mutate(
        { params, body: { role, uses: Number(uses), days: Number(days) } },
        { onError: problemsAtFields(form) },
      );
      return;
    }
    inviteByMail.mutate(
      { params, body: { role, emails, days: Number(days) } },
      {
        onSuccess: (made) => {
          toasts.done(t("invite.sent", { count: made.length }));
          onClose();
        },
        onError: problemsAtFields(form),
      },
    );
  };

  if (invite.data) {
    return <InvitationMade invitation={invite.data} onClose={onClose} next={next} />;
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        {sendsMail && (
          <SegmentedControl
            fullWidth
            aria-label={t("invite.way.label")}
            data={[
              { value: "link", label: t("invite.way.link") },
              { value: "mail", label: t("invite.way.mail") },
            ]}
            value={way}
            onChange={(next) => {
              setWay(next === "mail" ? "mail" : "link");
            }}
          />
        )}
        <NativeSelect
          label={t("invite.role")}
          description={t(`work.${role}`)}
          {...form.getInputProps("role")}
          data={ROLES.filter((one) => roles.includes(one)).map((one) => ({
            value: one,
            label: t(`role.${one}`),
          }))}
        />
        {isMail && (
          <Textarea
            label={t("invite.emails")}
            description={t("invite.emailsHelp")}
            autosize
            minRows={3}
            maxRows={8}
            {...form.getInputProps("emails")}
          />
        )}
        <div className={classes.numbers}>
          {!isMail && (
            <NumberInput
              label={t("invite.howMany")}
              {...form.getInputProps("uses")}
              min={1}
              max={MOST_USES}
              allowDecimal={false}
              clampBehavior="strict"
            />
          )}
          <NumberInput
            label={t("invite.howLong")}
            {...form.getInputProps("days")}
            min={1}
            max={MOST_DAYS}
            allowDecimal={false}
            clampBehavior="strict"
          />
        </div>
        {withoutField(error, form.values) !== null && <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("reason.cancel")}
          </Button>
          <Button
            type="submit"
            leftSection={isMail ? <IconMail size={18} /> : <IconLink size={18} />}
            loading={invite.isPending || inviteByMail.isPending}
            disabled={!complete}
          >
            {t(isMail ? "invite.send" : "invite.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
