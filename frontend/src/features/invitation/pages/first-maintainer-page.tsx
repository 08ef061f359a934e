import { Box, Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLinkOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";

import { setupOptions, useFirstMaintainer } from "../api";
import { AccountFields, NO_ACCOUNT } from "../components/account-fields";
import classes from "../components/invitation.module.css";

const route = getRouteApi("/public/first-maintainer/$token");

/** The first account of an empty installation, by the link that the terminal printed. */
export function FirstMaintainerPage() {
  const { t } = useTranslation("invitation");
  const { locale } = useLocale();
  const { token } = route.useParams();
  const { data: link } = useSuspenseQuery(setupOptions(token));
  const create = useFirstMaintainer();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: NO_ACCOUNT });

  if (!link.valid) {
    return (
      <EmptyState
        icon={<IconLinkOff size={40} stroke={1.4} />}
        level={1}
        title={t("first.used.title")}
        action={
          <Link to="/login" className={classes.link}>
            {t("first.used.action")}
          </Link>
        }
      >
        {t("first.used.text")}
      </EmptyState>
    );
  }
  return (
    <Box w="100%" maw="26rem">
      <PageHeader title={t("first.title")} lead={t("first.lead")} />
      <form
        onSubmit={form.onSubmit(({ username, password, display_name }) => {
          create.mutate(
            { params: { path: { token } }, body: { username, password, display_name, locale } },
            {
              onSuccess: () => {
                void navigate({ to: "/new-project" });
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <Stack>
          <AccountFields form={form} />
          {withoutField(create.error) !== null && <ProblemAlert error={create.error} />}
          <Button type="submit" loading={create.isPending}>
            {t("first.action")}
          </Button>
        </Stack>
      </form>
    </Box>
  );
}
