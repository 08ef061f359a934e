import { Box, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { FactList } from "@/components/layout/facts";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasRight, useSession } from "@/lib/session/session";

import { invitationOptions, useAcceptInvitation } from "../api";
import { AccountFields, NO_ACCOUNT } from "./account-fields";
import classes from "./invitation.module.css";
import { NoInvitation } from "./no-invitation";

/** What an invitation does for the reader, and the button or form that accepts it. */
export function Invitation({ token }: { token: string }) {
  const { t } = useTranslation(["invitation", "common"]);
  const { locale, format } = useLocale();
  const { data: invitation } = useSuspenseQuery(invitationOptions(token));
  const { user } = useSession();
  const accept = useAcceptInvitation();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: NO_ACCOUNT });

  if (!invitation.valid) return <NoInvitation />;

  const join = (account: components["schemas"]["InvitationAcceptRequest"]) => {
    accept.mutate(
      { params: { path: { token } }, body: account },
      {
        onSuccess: () => {
          // People get no item before they have read about the work.
          const isAnnotator = invitation.role === "annotator";
          void navigate({
            to: isAnnotator ? "/projects/$slug/welcome" : "/projects/$slug",
            params: { slug: invitation.slug },
          });
        },
        onError: problemsAtFields(form),
      },
    );
  };

  const header = (
    <>
      <PageHeader
        title={invitation.project_name}
        lead={t("lead", { role: t(`common:role.${invitation.role}`) })}
      />
      {invitation.description && (
        <Text className={classes.description}>{invitation.description}</Text>
      )}
      <FactList
        display="grid"
        mb="1.5rem"
        style={{ gridTemplateColumns: "auto 1fr", gap: "0.25rem 1.25rem" }}
      >
        <dt>{t("task")}</dt>
        <dd>{t(`common:work.${invitation.role}`)}</dd>
        <dt>{t("protocol")}</dt>
        <dd>{invitation.protocol_name}</dd>
      </FactList>
    </>
  );

  if (user && invitation.current_role && !invitation.raises) {
    const role = t(`common:role.${invitation.current_role}`);
    return (
      <Box w="100%" maw="26rem">
        {header}
        <Stack>
          <Text>{t("member.unchanged", { name: user.display_name, role })}</Text>
          <Link to="/projects/$slug" params={{ slug: invitation.slug }} className={classes.link}>
            {t("member.open")}
          </Link>
        </Stack>
      </Box>
    );
  }

  if (user) {
    const before = invitation.current_role;
    const seesMore =
      before !== null && hasRight(invitation.role, "organize") && !hasRight(before, "organize");
    const roles = {
      name: user.display_name,
      before: before ? t(`common:role.${before}`) : "",
      after: t(`common:role.${invitation.role}`),
    };
    return (
      <Box w="100%" maw="26rem">
        {header}
        <Stack>
          {invitation.raises ? (
            <>
              <Text>{t("member.raised", roles)}</Text>
              {seesMore && <Text>{t("member.ends")}</Text>}
            </>
          ) : (
            <Text>{t("signedIn", roles)}</Text>
          )}
          {accept.error && <ProblemAlert error={accept.error} />}
          <Button
            loading={accept.isPending}
            onClick={() => {
              join({});
            }}
          >
            {invitation.raises ? t("member.accept") : t("joinAs", roles)}
          </Button>
        </Stack>
      </Box>
    );
  }

  return (
    <Box w="100%" maw="26rem">
      {header}
      <Text mb="lg">
        {t("account")}
        {format.gap}
        <Link to="/login" search={{ return: `/invite/${token}` }} className={classes.link}>
          {t("logIn")}
        </Link>
      </Text>
      <form
        onSubmit={form.onSubmit((values) => {
          join({ ...values, locale });
        })}
      >
        <Stack>
          <AccountFields form={form} asksForEmail />
          {withoutField(accept.error) !== null && <ProblemAlert error={accept.error} />}
          <Button type="submit" loading={accept.isPending}>
            {t("action")}
          </Button>
          <Text c="dimmed" size="sm">
            {t("pseudonym")}
          </Text>
        </Stack>
      </form>
    </Box>
  );
}
