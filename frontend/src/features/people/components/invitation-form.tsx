import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { atFields, withoutField } from "@/lib/forms/refusals";
import { type Role, ROLES } from "@/lib/session/session";

import { useInvite } from "../api";
import classes from "./people.module.css";

const MOST_USES = 500;
const MOST_DAYS = 365;

/** Which role, for how many people, for how long. */
export function InvitationForm({ slug }: { slug: string }) {
  const { t } = useTranslation(["people", "common"]);
  const invite = useInvite();
  const form = useForm({
    initialValues: {
      role: "annotator" as Role,
      uses: 10 as number | string,
      days: 14 as number | string,
    },
  });
  const { role, uses, days } = form.values;
  const complete = Number(uses) >= 1 && Number(days) >= 1;
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(() => {
        invite.mutate(
          {
            params: { path: { slug } },
            body: { role, uses: Number(uses), days: Number(days) },
          },
          { onError: atFields(form) },
        );
      })}
    >
      <NativeSelect
        label={t("invitations.role")}
        {...form.getInputProps("role")}
        data={ROLES.map((one) => ({ value: one, label: t(`common:role.${one}`) }))}
      />
      <NumberInput
        label={t("invitations.howMany")}
        {...form.getInputProps("uses")}
        min={1}
        max={MOST_USES}
        allowDecimal={false}
        clampBehavior="strict"
        miw="9rem"
      />
      <NumberInput
        label={t("invitations.howLong")}
        {...form.getInputProps("days")}
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
      {withoutField(invite.error, form.values) !== null && <ProblemAlert error={invite.error} />}
    </form>
  );
}
