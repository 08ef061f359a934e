import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { type Role, ROLES } from "@/lib/session/session";

import { useInvite } from "../api";
import classes from "./people.module.css";

const MOST_USES = 500;
const MOST_DAYS = 365;

/** Which role, for how many people, for how long. */
export function InvitationForm({ slug }: { slug: string }) {
  const { t } = useTranslation(["people", "common"]);
  const invite = useInvite();
  const [role, setRole] = useState<Role>("annotator");
  const [uses, setUses] = useState<number | string>(10);
  const [days, setDays] = useState<number | string>(14);
  const complete = Number(uses) >= 1 && Number(days) >= 1;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({
          params: { path: { slug } },
          body: { role, uses: Number(uses), days: Number(days) },
        });
      }}
    >
      <NativeSelect
        label={t("invitations.role")}
        value={role}
        onChange={(event) => {
          setRole(ROLES.find((one) => one === event.currentTarget.value) ?? "annotator");
        }}
        data={ROLES.map((one) => ({ value: one, label: t(`common:role.${one}`) }))}
      />
      <NumberInput
        label={t("invitations.howMany")}
        value={uses}
        onChange={setUses}
        min={1}
        max={MOST_USES}
        allowDecimal={false}
        clampBehavior="strict"
        miw="9rem"
      />
      <NumberInput
        label={t("invitations.howLong")}
        value={days}
        onChange={setDays}
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        clampBehavior="strict"
        miw="9rem"
      />
      <Button
        type="submit"
        leftSection={<IconLink size={18} />}
        loading={invite.isPending}
        disabled={!complete}
      >
        {t("invitations.create")}
      </Button>
      {invite.error && <ProblemAlert error={invite.error} />}
    </form>
  );
}
