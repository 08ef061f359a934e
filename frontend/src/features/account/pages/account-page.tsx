import { Button, Stack, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { SecurityEvents } from "@/components/security/security-events";
import { SecretInput } from "@/components/secret-input";
import { loadedRows } from "@/lib/api/keyset";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useUser } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import { MailPreference } from "../components/mail-preference";
import { useMeChange, useMyEvents, usePasswordChange } from "../api";
import classes from "./account-page.module.css";

/** The person's name, mail address, notifications by mail and password. */
export function AccountPage() {
  const { t } = useTranslation(["account", "security"]);
  return (
    <>
      <PageHeader title={t("title")} />
      <section aria-labelledby="me" className={classes.part}>
        <Title order={2} mb="0.75rem" id="me">
          {t("me.title")}
        </Title>
        <Me />
      </section>
      <section aria-labelledby="mail" className={classes.part}>
        <Title order={2} mb="0.75rem" id="mail">
          {t("mail.title")}
        </Title>
        <MailPreference />
      </section>
      <section aria-labelledby="password" className={classes.part}>
        <Title order={2} mb="0.75rem" id="password">
          {t("password.title")}
        </Title>
        <Password />
      </section>
      <section aria-labelledby="security">
        <Title order={2} id="security">
          {t("security:mine.title")}
        </Title>
        <MyEvents />
      </section>
    </>
  );
}

function MyEvents() {
  const { t } = useTranslation("security");
  const list = useMyEvents();
  return (
    <>
      <MutedNote mt="0.25rem" mb="sm">
        {t("mine.lead")}
      </MutedNote>
      {list.error && <ProblemAlert error={list.error} />}
      <SecurityEvents events={loadedRows(list.data)} isLoaded={list.isSuccess} more={list} />
    </>
  );
}

function Me() {
  const { t } = useTranslation("account");
  const user = useUser();
  const { locale } = useLocale();
  const toasts = useToasts();
  const change = useMeChange();
  const form = useForm({
    initialValues: { display_name: user.display_name, email: user.email, current: "" },
  });
  const moves = form.values.email !== user.email;
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        change.mutate(
          { body: { ...values, locale } },
          {
            onSuccess: () => {
              form.setFieldValue("current", "");
              toasts.done(t("me.done"));
            },
            onError: problemsAtFields(form),
          },
        );
      })}
    >
      <Stack>
        <TextInput
          name="display_name"
          label={t("me.name")}
          description={t("me.nameHint")}
          autoComplete="name"
          maxLength={100}
          {...form.getInputProps("display_name")}
        />
        <TextInput
          name="email"
          type="email"
          label={t("me.email")}
          description={t("me.emailHint")}
          autoComplete="email"
          {...form.getInputProps("email")}
        />
        {moves && (
          <SecretInput
            name="current"
            label={t("password.current")}
            description={t("me.currentHint")}
            autoComplete="current-password"
            required
            {...form.getInputProps("current")}
            error={form.errors["current"] && t("password.wrong")}
          />
        )}
        {withoutField(change.error) !== null && <ProblemAlert error={change.error} />}
        <Button type="submit" variant="default" loading={change.isPending}>
          {t("me.action")}
        </Button>
      </Stack>
    </form>
  );
}

function Password() {
  const { t } = useTranslation("account");
  const user = useUser();
  const toasts = useToasts();
  const change = usePasswordChange();
  const form = useForm({ mode: "uncontrolled", initialValues: { current: "", new: "" } });
  return (
    <form
      onSubmit={form.onSubmit((body) => {
        change.mutate(
          { body },
          {
            onSuccess: () => {
              form.reset();
              toasts.done(t("password.done"));
            },
            onError: problemsAtFields(form),
          },
        );
      })}
    >
      <Stack>
        {/* For password managers: whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <SecretInput
          name="current"
          label={t("password.current")}
          autoComplete="current-password"
          required
          key={form.key("current")}
          {...form.getInputProps("current")}
          error={form.errors["current"] && t("password.wrong")}
        />
        <SecretInput
          name="new"
          label={t("password.new")}
          description={t("password.hint")}
          autoComplete="new-password"
          minLength={8}
          required
          key={form.key("new")}
          {...form.getInputProps("new")}
        />
        {withoutField(change.error) !== null && <ProblemAlert error={change.error} />}
        <Button type="submit" variant="default" loading={change.isPending}>
          {t("password.action")}
        </Button>
      </Stack>
    </form>
  );
}
