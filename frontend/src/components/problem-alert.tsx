import { Box, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ApiProblem, type ProblemKind, problemKind } from "@/lib/api/problem";
import { useLocale } from "@/lib/i18n/use-locale";
import { UnknownFormatError } from "@/lib/protocol/unknown-format";
import { useSessionOver } from "@/lib/session/session-over";

import classes from "./problem-alert.module.css";

/** The language of the server's message. */
const SERVER_SPEAKS = "en";

/** After these, the page shows an earlier state than the server. */
const RELOADS: ReadonlySet<ProblemKind> = new Set(["conflict", "protocolChanged", "notNow"]);

export interface ProblemAlertProps {
  error: unknown;
  /** Offers "Try again" (after a conflict: "Load latest version"). */
  onRetry?: () => void;
  /** What is saved, if the page knows more than the general sentence. */
  safe?: ReactNode;
}

/** A problem: what happened, what is saved, what to do, and the server's message last. */
export function ProblemAlert({ error, onRetry, safe }: ProblemAlertProps) {
  const { t } = useTranslation();
  const {
    locale,
    format: { gap },
  } = useLocale();
  const kind = problemKind(error);
  const asksToLogIn = useSessionOver();
  // While a notice asks to log in again, the page stays unchanged.
  if (kind === "signedOut" && asksToLogIn) return null;
  const problem = error instanceof ApiProblem ? error : null;
  const format = error instanceof UnknownFormatError ? error.format : "";
  const title = t(`problem.${kind}.title`, { format });
  const ownWords = kind === "server" || kind === "signedOut";
  const detail = ownWords ? "" : problem?.detail;
  return (
    <div className={classes.alert} role="alert">
      <IconAlertTriangle className={classes.icon} size={22} aria-hidden="true" />
      <Box miw={0} maw="75ch">
        <Text fw={600}>{title}</Text>
        {locale === SERVER_SPEAKS && detail && <Text>{detail}</Text>}
        {problem && problem.errors.length > 0 && (
          <Box component="ul" m="0.25rem 0" ps="1.1rem">
            {problem.errors.map(({ field, message }) => (
              <li key={`${field}-${message}`}>
                {field && (
                  <Box component="span" fw={600}>
                    {field}
                  </Box>
                )}{" "}
                {message}
              </li>
            ))}
          </Box>
        )}
        <Text c="dimmed">
          {safe ?? t(`problem.${kind}.safe`)}
          {gap}
          {t(`problem.${kind}.next`)}
        </Text>
        {locale !== SERVER_SPEAKS && detail && (
          <Text c="dimmed" lang={SERVER_SPEAKS}>
            {detail}
          </Text>
        )}
        {onRetry && (
          <Group mt="xs">
            <Button variant="default" onClick={onRetry}>
              {RELOADS.has(kind) ? t("problem.reload") : t("problem.retry")}
            </Button>
          </Group>
        )}
      </Box>
    </div>
  );
}
