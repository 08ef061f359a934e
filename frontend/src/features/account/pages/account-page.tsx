import { Button, Stack, TextInput, Title } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { SecretInput } from "@/components/secret-input";
import { isProblem } from "@/lib/api/problem";
import { useLocale } from "@/lib/i18n/use-locale";
import { useUser } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useMeChange, usePasswordChange } from "../api";
import classes from "./account-page.module.css";

/** My name, where mail reaches me, my password. */
export function AccountPage() {
  const { t } = useTranslation("account");
  return (
    <>
      <PageHeader title={t("title")} />
      <section aria-labelledby="me" className={classes.part}>
        <Title order={2} id="me">
          {t("me.title")}
        </Title>
        <Me />
      </section>
      <section aria-labelledby="password" className={classes.part}>
        <Title order={2} id="password">
          {t("password.title")}
        </Title>
        <Password />
      </section>
    </>
  );
}

function Me() {
  const { t } = useTranslation("account");
  const user = useUser();
  const { locale } = useLocale();
  const toasts = useToasts();
  const change = useMeChange();
  const fields = isProblem(change.error) ? change.error.fieldErrors : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const body = {
          display_name: String(form.get("display_name")),
          email: String(form.get("email")),
          locale,
        };
        change.mutate(
          { body },
          {
            onSuccess: () => {
              toasts.done(t("me.done"));
            },
          },
        );
      }}
    >
      <Stack>
        <TextInput
          name="display_name"
          label={t("me.name")}
          description={t("me.nameHint")}
          defaultValue={user.display_name}
          autoComplete="name"
          maxLength={100}
          error={fields["display_name"]}
        />
        <TextInput
          name="email"
          type="email"
          label={t("me.email")}
          description={t("me.emailHint")}
          defaultValue={user.email}
          autoComplete="email"
          error={fields["email"]}
        />
        {change.error && Object.keys(fields).length === 0 && <ProblemAlert error={change.error} />}
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
  const form = useRef<HTMLFormElement>(null);
  const change = usePasswordChange();
  const fields = isProblem(change.error) ? change.error.fieldErrors : {};
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        change.mutate(
          { body: { current: String(given.get("current")), new: String(given.get("new")) } },
          {
            onSuccess: () => {
              form.current?.reset();
              toasts.done(t("password.done"));
            },
          },
        );
      }}
    >
      <Stack>
        {/* For password managers: whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <SecretInput
          name="current"
          label={t("password.current")}
          autoComplete="current-password"
          required
          error={fields["current"] && t("password.wrong")}
        />
        <SecretInput
          name="new"
          label={t("password.new")}
          description={t("password.hint")}
          autoComplete="new-password"
          minLength={8}
          required
          error={fields["new"]}
        />
        {change.error && Object.keys(fields).length === 0 && <ProblemAlert error={change.error} />}
        <Button type="submit" variant="default" loading={change.isPending}>
          {t("password.action")}
        </Button>
      </Stack>
    </form>
  );
}
