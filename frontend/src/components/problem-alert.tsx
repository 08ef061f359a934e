import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ApiProblem } from "@/lib/api/problem";

import classes from "./problem-alert.module.css";

type ProblemKind =
  "offline" | "conflict" | "forbidden" | "missing" | "invalid" | "busy" | "server" | "unknown";

export function problemKind(error: unknown): ProblemKind {
  if (error instanceof ApiProblem) {
    if (error.isConflict) return "conflict";
    if (error.status === 401 || error.status === 403) return "forbidden";
    if (error.status === 404 || error.status === 410) return "missing";
    if (error.status === 429) return "busy";
    return error.status < 500 ? "invalid" : "server";
  }
  // What `fetch` throws when there is no answer at all.
  return error instanceof TypeError && /fetch|network|load/i.test(error.message)
    ? "offline"
    : "unknown";
}

export interface ProblemAlertProps {
  error: unknown;
  /** Offers "Try again" (after a conflict: "Load the newest"). */
  onRetry?: () => void;
  /** What is safe, where the page knows it better than the general sentence. */
  safe?: ReactNode;
}

/** What happened, what is safe, what to do. */
export function ProblemAlert({ error, onRetry, safe }: ProblemAlertProps) {
  const { t } = useTranslation();
  const kind = problemKind(error);
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <div className={classes.alert} role="alert">
      <IconAlertTriangle className={classes.icon} size={22} aria-hidden="true" />
      <div className={classes.text}>
        <Text fw={600}>{t(`problem.${kind}.title`)}</Text>
        {problem?.detail && kind !== "server" && <Text>{problem.detail}</Text>}
        {problem && problem.errors.length > 0 && (
          <ul className={classes.errors}>
            {problem.errors.map(({ field, message }) => (
              <li key={`${field}-${message}`}>
                {field && <span className={classes.field}>{field}</span>} {message}
              </li>
            ))}
          </ul>
        )}
        <Text c="dimmed">
          {safe ?? t(`problem.${kind}.safe`)} {t(`problem.${kind}.next`)}
        </Text>
        {onRetry && (
          <Group mt="xs">
            <Button variant="default" onClick={onRetry}>
              {kind === "conflict" ? t("problem.reload") : t("problem.retry")}
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
}
