import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { ProblemAlert } from "@/components/problem-alert";
import { AppLink } from "@/lib/routing/app-link";

import classes from "./route-states.module.css";

/** Placeholder of a page: a title, a line, a body. */
export function PageLoading() {
  const { t } = useTranslation("app");
  return (
    <div className={classes.page} aria-busy="true">
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <Skeleton height={34} width="14rem" mb={10} />
      <Skeleton height={18} width="min(32rem, 80%)" mb={34} />
      <Skeleton height={280} />
    </div>
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation("app");
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t("error")}</VisuallyHidden>
      <ProblemAlert
        error={error}
        onRetry={() => {
          queries.reset();
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

export function PageNotFound() {
  const { t } = useTranslation("app");
  return (
    <div className={classes.page}>
      <EmptyState
        icon={<IconMapQuestion size={40} stroke={1.4} />}
        level={1}
        title={t("notFound.title")}
        action={
          <Button renderRoot={(props) => <AppLink to={{ page: "projects" }} {...props} />}>
            {t("notFound.action")}
          </Button>
        }
      >
        {t("notFound.text")}
      </EmptyState>
    </div>
  );
}
