import { Alert, Button, FocusTrap, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { SecretInput } from "@/components/secret-input";
import { $api } from "@/lib/api/client";
import { isProblem } from "@/lib/api/problem";
import {
  sessionOptions,
  type SessionUser,
  useSession,
  useSessionChange,
} from "@/lib/session/session";
import {
  type OtherPerson,
  type SessionEnd,
  sessionOver,
  useSessionOver,
} from "@/lib/session/session-over";

import classes from "./log-in-again.module.css";

/**
 * Log in again over the page after its person's session has ended: it has expired, or another
 * person is logged in. The page keeps everything that was typed.
 *
 * Nobody asked for this, so it never takes the focus to the password: what somebody is typing
 * goes on into their text, or nowhere once another person's login locks the page.
 */
export function LogInAgain() {
  const { t } = useTranslation("app");
  const { user } = useSession();
  const end = useSessionOver();
  const [asked, setAsked] = useState<SessionEnd | null>(null);
  const other = end?.other ?? null;
  const opened = end !== null && (other !== null || asked === end);
  return (
    <>
      {end && !opened && (
        <Group className={classes.notice} role="alert">
          <span>{t("sessionOver.text")}</span>
          <Button
            size="compact-md"
            onClick={() => {
              setAsked(end);
            }}
          >
            {t("sessionOver.open")}
          </Button>
        </Group>
      )}
      <Modal
        opened={opened}
        onClose={() => {
          setAsked(null);
        }}
        withCloseButton={!other}
        closeButtonProps={{ "aria-label": t("sessionOver.later") }}
        closeOnEscape={!other}
        closeOnClickOutside={!other}
        title={other ? t("otherPerson.title") : t("sessionOver.title")}
      >
        {other && <FocusTrap.InitialFocus />}
        <Stack>
          {other && <Text>{t("otherPerson.now", { name: nameOf(other) })}</Text>}
          {other && user && <Text>{t("otherPerson.safe", { name: nameOf(user) })}</Text>}
          {user && <Form user={user} wantsPassword={!other} />}
          {other ? <ContinueAs other={other} /> : <OtherAccount />}
        </Stack>
      </Modal>
    </>
  );
}

/** Two people may have the same display name. */
function nameOf({ display_name, username }: OtherPerson): string {
  return display_name === username ? username : `${display_name} (${username})`;
}

function Form({ user, wantsPassword }: { user: SessionUser; wantsPassword: boolean }) {
  const { t } = useTranslation("app");
  const queries = useQueryClient();
  const logIn = $api.useMutation("post", "/api/session/", {
    meta: { outdates: ["/api/"] },
    onSuccess: (session) => {
      queries.setQueryData(sessionOptions.queryKey, session);
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
          data-autofocus={wantsPassword || undefined}
          {...form.getInputProps("password")}
          error={wrong ? t("sessionOver.wrong") : undefined}
        />
        {isProblem(logIn.error, 429) && <Alert color="red">{logIn.error.detail}</Alert>}
        {logIn.error && !isProblem(logIn.error) && <ProblemAlert error={logIn.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={logIn.isPending}>
            {t("sessionOver.action")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ContinueAs({ other }: { other: OtherPerson }) {
  const { t } = useTranslation("app");
  return (
    <Button
      variant="subtle"
      color="gray"
      onClick={() => {
        globalThis.location.reload();
      }}
    >
      {t("otherPerson.reload", { name: nameOf(other) })}
    </Button>
  );
}

/** For another account, or one without a password: unsent changes stay in this browser. */
function OtherAccount() {
  const { t } = useTranslation("app");
  const changeSession = useSessionChange();
  const navigate = useNavigate();
  return (
    <Button
      variant="subtle"
      color="gray"
      onClick={() => {
        sessionOver.end();
        changeSession({ user: null });
        void navigate({ to: "/login", search: { return: globalThis.location.pathname } });
      }}
    >
      {t("sessionOver.other")}
    </Button>
  );
}
