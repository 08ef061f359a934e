import { Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { SecretInput } from "@/components/secret-input";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";

import { useResetPassword } from "../api";

const route = getRouteApi("/public/password/$token");

/** Set a new password by a link that works once; the person is then logged in. */
export function ResetPage() {
  const { t } = useTranslation("login");
  const { token } = route.useParams();
  // As loaded by the route: the link is used up afterwards and not requested again.
  const person = route.useLoaderData();
  const reset = useResetPassword();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  return (
    <Stack gap="2.5rem" w="100%" maw="30rem">
      <div>
        <PageHeader title={t("reset.title")} />
        <form
          onSubmit={form.onSubmit((body) => {
            reset.mutate(
              { params: { path: { token } }, body },
              {
                onSuccess: () => void navigate({ to: "/projects" }),
                onError: problemsAtFields(form),
              },
            );
          })}
        >
          <Stack maw="22rem">
            <Text>{t("reset.lead", { name: person.display_name, username: person.username })}</Text>
            {/* For password managers: whose it is. */}
            <input type="hidden" name="username" autoComplete="username" value={person.username} />
            <SecretInput
              name="password"
              label={t("reset.password")}
              description={t("reset.hint")}
              autoComplete="new-password"
              minLength={8}
              required
              {...form.getInputProps("password")}
            />
            {withoutField(reset.error) !== null && <ProblemAlert error={reset.error} />}
            <Button type="submit" loading={reset.isPending}>
              {t("reset.action")}
            </Button>
          </Stack>
        </form>
      </div>
    </Stack>
  );
}
