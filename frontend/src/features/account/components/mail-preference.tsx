import { Alert, Button, Radio, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { ProblemAlert } from "@/components/problem-alert";
import { useToasts } from "@/lib/toasts/use-toasts";

import { mailOptions, useConfirmationLink, useMailChange } from "../api";

type Preference = components["schemas"]["MailPreference"];

const FREQUENCIES = ["off", "at_once", "daily"] as const;

/** Whether and when the person gets notifications by mail. */
export function MailPreference() {
  const { t } = useTranslation("account");
  const toasts = useToasts();
  const { data: preference } = useSuspenseQuery(mailOptions);
  const change = useMailChange();
  const form = useForm({ initialValues: { frequency: preference.frequency } });
  if (!preference.available) return <Text>{t("mail.unavailable")}</Text>;
  const hour = `${String(preference.daily_hour).padStart(2, "0")}:00`;
  return (
    <form
      onSubmit={form.onSubmit((body) => {
        change.mutate(
          { body },
          {
            onSuccess: () => {
              toasts.done(t("me.done"));
            },
          },
        );
      })}
    >
      <Stack>
        <Radio.Group
          label={t("mail.label")}
          description={preference.address ? t("mail.hint") : t("mail.noAddress")}
          {...form.getInputProps("frequency")}
        >
          <Stack gap="xs" mt="xs">
            {FREQUENCIES.map((frequency) => (
              <Radio
                key={frequency}
                value={frequency}
                disabled={frequency !== "off" && !preference.address}
                label={t(`mail.frequency.${frequency}`, { hour, zone: preference.time_zone })}
              />
            ))}
          </Stack>
        </Radio.Group>
        {preference.frequency !== "off" && <AddressState preference={preference} />}
        {change.error && <ProblemAlert error={change.error} />}
        <Button type="submit" variant="default" loading={change.isPending}>
          {t("me.action")}
        </Button>
      </Stack>
    </form>
  );
}

/** Whether mails reach the address, and the button for what is missing. */
function AddressState({ preference }: { preference: Preference }) {
  const { t } = useTranslation("account");
  const toasts = useToasts();
  const link = useConfirmationLink();
  const { address, confirmed, refusal } = preference;
  if (!address) return null;
  if (confirmed && !refusal) return <Text>{t("mail.confirmed", { address })}</Text>;
  return (
    <Alert
      color={refusal ? "red" : "gray"}
      title={refusal ? t("mail.refused.title") : t("mail.unconfirmed.title")}
    >
      <Stack align="flex-start">
        {refusal
          ? t("mail.refused.text", { address, refusal })
          : t("mail.unconfirmed.text", { address })}
        {link.error && <ProblemAlert error={link.error} />}
        <Button
          variant="default"
          loading={link.isPending}
          onClick={() => {
            link.mutate(
              {},
              {
                onSuccess: () => {
                  toasts.done(t("mail.sent"));
                },
              },
            );
          }}
        >
          {t("mail.send")}
        </Button>
      </Stack>
    </Alert>
  );
}
