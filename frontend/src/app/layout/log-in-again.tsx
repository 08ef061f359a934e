import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { SecretInput } from "@/components/secret-input";
import { $api } from "@/lib/api/client";
import { isProblem } from "@/lib/api/problem";
import { sessionOptions, useSessionChange, useUser } from "@/lib/session/session";
import { sessionOver, useSessionOver } from "@/lib/session/session-over";

/**
 * Log in again over the page after the session has expired; the page keeps everything that was
 * typed.
 */
export function LogInAgain() {
  const { t } = useTranslation("app");
  const opened = useSessionOver();
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("sessionOver.title")}
    >
      <Form />
    </Modal>
  );
}

function Form() {
  const { t } = useTranslation("app");
  const user = useUser();
  const queries = useQueryClient();
  const changeSession = useSessionChange();
  const navigate = useNavigate();
  const logIn = $api.useMutation("post", "/api/session/", {
    meta: { signsIn: true, outdates: ["/api/"] },
    onSuccess: (session) => {
      queries.setQueryData(sessionOptions.queryKey, session);
      sessionOver.end();
    },
  });
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const wrong = isProblem(logIn.error, 400);
  return (
    <form
      onSubmit={form.onSubmit(({ password }) => {
        logIn.mutate({ body: { username: user.username, password } });
      })}
    >
      <Stack>
        <Text>{t("sessionOver.text")}</Text>
        <TextInput
          label={t("sessionOver.username")}
          value={user.username}
          readOnly
          autoComplete="username"
        />
        <SecretInput
          name="password"
          label={t("sessionOver.password")}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps("password")}
          error={wrong ? t("sessionOver.wrong") : undefined}
        />
        {isProblem(logIn.error, 429) && <Alert color="red">{logIn.error.detail}</Alert>}
        {logIn.error && !isProblem(logIn.error) && <ProblemAlert error={logIn.error} />}
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              // For another account, or one without a password: unsent changes stay in this
              // browser.
              sessionOver.end();
              changeSession({ user: null });
              void navigate({ to: "/login", search: { return: window.location.pathname } });
            }}
          >
            {t("sessionOver.other")}
          </Button>
          <Button type="submit" loading={logIn.isPending}>
            {t("sessionOver.action")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
