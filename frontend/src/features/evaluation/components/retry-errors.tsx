import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";

import { type Run, useRetryErrors } from "../api";

/** Ask again the questions of a finished run that got no response, if there are any. */
export function RetryErrors({
  slug,
  run: { id, status, origin, error_count: errors },
  compact = false,
}: {
  slug: string;
  run: Run;
  compact?: boolean;
}) {
  const { t } = useTranslation("evaluation");
  const retry = useRetryErrors();
  const isFinished = status === "finished" || status === "stale";
  if (!isFinished || origin !== "own" || errors === 0) return null;
  return (
    <>
      <Button
        variant="default"
        {...(compact && { size: "compact-md" })}
        title={t("runs.retryErrorsHelp", { count: errors })}
        leftSection={compact ? undefined : <IconRefresh size={18} />}
        loading={retry.isPending}
        onClick={() => {
          retry.mutate({ params: { path: { slug, run_id: id } } });
        }}
      >
        {t("runs.retryErrors")}
      </Button>
      {retry.error != null && <ProblemAlert error={retry.error} />}
    </>
  );
}
