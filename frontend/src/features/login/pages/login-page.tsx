import { Alert, Box, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { DemoProgress } from "@/components/demo-progress";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { SecretInput } from "@/components/secret-input";
import { isProblem } from "@/lib/api/problem";
import { useInstance } from "@/lib/session/instance";

import { useLogIn } from "../api";
import { DemoPeople } from "../components/demo-people";
import classes from "./login-page.module.css";

const route = getRouteApi("/public/login");

export function LoginPage() {
  const { t } = useTranslation("login");
  const instance = useInstance();
  const search = route.useSearch();
  const router = useRouter();
  const logIn = useLogIn();
  const goOn = () => {
    router.history.push(search.return ?? "/projects");
  };

  const form = useForm({ mode: "uncontrolled", initialValues: { username: "", password: "" } });
  const minutes = isProblem(logIn.error, 429)
    ? Math.ceil(Number(logIn.error.extensions["wait"]) / 60)
    : null;
  const wrong = isProblem(logIn.error) && [400, 401, 403].includes(logIn.error.status);

  return (
    <Stack gap="2.5rem" w="100%" maw="30rem">
      <section>
        <Title order={1} className={classes.name}>
          {instance.name}
        </Title>
        <MutedNote mt="sm" fz="1.125rem">
          {t("lead")}
        </MutedNote>
      </section>
      {instance.demo && (
        <section>
          <Title order={2}>{t("demo.title")}</Title>
          <Text c="dimmed" mb="md">
            {t("demo.lead")}
          </Text>
          <DemoPeople people={instance.demo_people} onSignedIn={goOn} />
          <Box mt="md">
            <DemoProgress />
          </Box>
        </section>
      )}
      <section>
        <Title order={2} mb="md">
          {instance.demo ? t("withPassword") : t("title")}
        </Title>
        <form
          onSubmit={form.onSubmit((body) => {
            logIn.mutate({ body }, { onSuccess: goOn });
          })}
        >
          <Stack maw="22rem">
            <TextInput
              name="username"
              label={t("username")}
              autoComplete="username"
              required
              {...form.getInputProps("username")}
            />
            <SecretInput
              name="password"
              label={t("password")}
              autoComplete="current-password"
              required
              {...form.getInputProps("password")}
              error={wrong ? t("wrong") : undefined}
            />
            {minutes !== null && <Alert color="red">{t("tooMany", { count: minutes })}</Alert>}
            {logIn.error && !wrong && minutes === null && <ProblemAlert error={logIn.error} />}
            <Button
              type="submit"
              variant={instance.demo ? "default" : "filled"}
              loading={logIn.isPending}
            >
              {t("action")}
            </Button>
            <Link to="/password" className={classes.back}>
              {t("forgotten.link")}
            </Link>
            <Text c="dimmed" size="sm">
              {t("invited")}
            </Text>
          </Stack>
        </form>
      </section>
    </Stack>
  );
}
