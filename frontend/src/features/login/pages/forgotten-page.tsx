import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";
import { useInstance } from "@/lib/session/instance";

import { useRequestPasswordReset } from "../api";
import classes from "./login-page.module.css";

/** Request a link by mail; without mail, whom to ask. */
export function ForgottenPage() {
  const { t } = useTranslation("login");
  const { mail } = useInstance();
  const ask = useRequestPasswordReset();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const minutes = isProblem(ask.error, 429)
    ? Math.ceil(Number(ask.error.extensions["wait"]) / 60)
    : null;
  return (
    <Stack gap="2.5rem" w="100%" maw="30rem">
      <div>
        <PageHeader title={t("forgotten.title")} />
        {!mail && <p>{t("forgotten.askMaintainer")}</p>}
        {mail && ask.isSuccess && <p role="status">{t("forgotten.sent")}</p>}
        {mail && !ask.isSuccess && (
          <form
            onSubmit={form.onSubmit((body) => {
              ask.mutate({ body });
            })}
          >
            <Stack maw="22rem">
              <Text>{t("forgotten.lead")}</Text>
              <TextInput
                name="name"
                label={t("forgotten.name")}
                autoComplete="username"
                required
                {...form.getInputProps("name")}
              />
              {ask.error && (
                <ProblemAlert
                  error={minutes === null ? ask.error : new Error(t("tooMany", { count: minutes }))}
                />
              )}
              <Button type="submit" loading={ask.isPending}>
                {t("forgotten.action")}
              </Button>
            </Stack>
          </form>
        )}
      </div>
      <Link to="/login" search={{}} className={classes.back}>
        {t("forgotten.back")}
      </Link>
    </Stack>
  );
}
