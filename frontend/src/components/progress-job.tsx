import { Box, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { useLocale } from "@/lib/i18n/use-locale";

import { MutedText } from "./layout/primitives";
import { StatusBadge } from "./status-badge";

export type JobState = "queued" | "running" | "finished" | "failed" | "cancelled";

export interface ProgressJobProps {
  title: string;
  state: JobState;
  done: number;
  /** Null while the work is being counted. */
  total: number | null;
  /** Rate per second, as measured by the worker. */
  rate?: number | null;
  secondsLeft?: number | null;
  /** Reason of the failure. */
  error?: string | null;
  /** No worker is running, and a queued job says so. */
  noWorker?: boolean;
  onCancel?: () => void;
  /** Actions on a failed job. */
  onRetry?: () => void;
  onDismiss?: () => void;
}

const COLORS: Readonly<Record<JobState, string>> = {
  queued: "var(--accent)",
  running: "var(--accent)",
  finished: "var(--good)",
  failed: "var(--bad)",
  cancelled: "var(--data)",
};

/** A slower job would show a rate of 0. */
const LEAST_RATE = 0.05;

/** A long job: bar, done of total, rate, time left. It continues when the tab is closed. */
export function ProgressJob({
  title,
  state,
  done,
  total,
  rate,
  secondsLeft,
  error,
  noWorker = false,
  onCancel,
  onRetry,
  onDismiss,
}: ProgressJobProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const isLive = state === "queued" || state === "running";
  const share = total ? Math.min(done / total, 1) : state === "finished" ? 1 : 0;
  const count = total
    ? t("progress.of", { done: format.number(done), total: format.number(total) })
    : t("progress.doneOnly", { done: format.number(done) });
  const facts = [
    count,
    state === "running" && rate && rate >= LEAST_RATE
      ? t("progress.rate", { rate: format.number(rate, 1) })
      : "",
    state === "running" && secondsLeft != null && secondsLeft >= 1
      ? t("progress.left", { time: format.duration(secondsLeft) })
      : "",
  ].filter(Boolean);
  return (
    <Box maw="44rem" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Box component="span" fw={600}>
          {title}
        </Box>
        <StatusBadge state={`job.${state}`} />
      </Group>
      <Bar
        share={share}
        moving
        color={COLORS[state]}
        h="6px"
        bdrs="3px"
        m="0.4rem 0 0.2rem"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total ? Math.min(done, total) : undefined}
        aria-valuetext={facts.join(", ")}
      />
      <Group gap="1rem" justify="space-between" wrap="nowrap" mih="2rem">
        <MutedText className="tabular">{facts.join(" · ")}</MutedText>
        {isLive && onCancel && (
          <Button variant="subtle" color="gray" size="compact-md" flex="none" onClick={onCancel}>
            {t("progress.cancel")}
          </Button>
        )}
      </Group>
      {state === "queued" && noWorker && (
        <Box component="p" m={0} c="var(--warn)">
          {t("progress.noWorker")}
        </Box>
      )}
      {error && (
        <Box component="p" m="0 0 0.35rem" c="var(--bad)">
          {error}
        </Box>
      )}
      {state === "failed" && (
        <Group gap="xs">
          {onRetry && (
            <Button variant="default" size="compact-md" onClick={onRetry}>
              {t("progress.retry")}
            </Button>
          )}
          {onDismiss && (
            <Button variant="subtle" color="gray" size="compact-md" onClick={onDismiss}>
              {t("progress.dismiss")}
            </Button>
          )}
        </Group>
      )}
    </Box>
  );
}
