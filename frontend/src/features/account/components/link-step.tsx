import { Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";

import classes from "../pages/account-page.module.css";

interface LinkStepProps {
  title: string;
  lead: string;
  action: string;
  /** What is shown afterwards. */
  done: string;
  step: { isSuccess: boolean; isPending: boolean; error: Error | null };
  onAction: () => void;
}

/** The one step of a mail's link: a button, because mail programs open links too. */
export function LinkStep({ title, lead, action, done, step, onAction }: LinkStepProps) {
  const { t } = useTranslation("account");
  const refusal = isProblem(step.error, 404) ? step.error.detail : null;
  return (
    <div className={classes.part}>
      <PageHeader title={title} />
      <Stack align="flex-start">
        {step.isSuccess || refusal ? (
          <>
            <Text role="status">{refusal ?? done}</Text>
            <Link to="/account">{t("mail.account")}</Link>
          </>
        ) : (
          <>
            <Text>{lead}</Text>
            {step.error && <ProblemAlert error={step.error} />}
            <Button loading={step.isPending} onClick={onAction}>
              {action}
            </Button>
          </>
        )}
      </Stack>
    </div>
  );
}
