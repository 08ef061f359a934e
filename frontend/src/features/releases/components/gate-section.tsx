import { Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, useJobs } from "@/lib/jobs/jobs";

import { type Gate, gateOptions, isBeingChecked, useGateCheck } from "../api";
import { GateList } from "./gate-list";
import classes from "./gate-list.module.css";

/** The last check for the next version; opening the page renews an outdated one. */
export function GateSection({
  slug,
  unchangedSince,
}: {
  slug: string;
  /** The newest version, if the next one would be equal to it and is not offered. */
  unchangedSince: string | undefined;
}) {
  const { t } = useTranslation("releases");
  const { data: gate, error, refetch } = useQuery(gateOptions(slug));
  const { mutate: check, error: refused } = useGateCheck();
  const hasAsked = useRef(false);
  const isOutdated = gate !== undefined && !gate.is_current && !isBeingChecked(gate);
  useEffect(() => {
    if (!isOutdated || hasAsked.current) return;
    hasAsked.current = true;
    check({ params: { path: { slug } } });
  }, [isOutdated, check, slug]);

  const version = gate?.suggested ?? "";
  // No result for a version that is not offered, nor before a check. If the last check found
  // nothing new, the next one says whether that still holds.
  const isOpen = gate?.unchanged === true && !gate.is_current && isBeingChecked(gate);
  const isOffered = gate?.checked_at && unchangedSince === undefined && !isOpen;
  const verdict = gate?.open ? "gate.open" : "gate.blocked";
  return (
    <>
      <Title order={2} size="h3" id="gate" mb="sm">
        {t(isOffered ? verdict : "gate.title", { version })}
      </Title>
      {(error ?? refused) && (
        <ProblemAlert error={error ?? refused} onRetry={() => void refetch()} />
      )}
      {gate && (
        <CheckLine
          gate={gate}
          slug={slug}
          onCheck={() => {
            check({ params: { path: { slug } } });
          }}
        />
      )}
      {unchangedSince !== undefined && <p>{t("unchanged", { version: unchangedSince })}</p>}
      {gate?.checked_at && !isOpen ? (
        unchangedSince === undefined ? (
          <GateList gate={gate} />
        ) : (
          // What would block a version that nobody wants is no news: it is looked up.
          <details className={classes.later}>
            <summary>{t("gate.later")}</summary>
            <GateList gate={gate} />
          </details>
        )
      ) : (
        !error && <Skeleton height={160} />
      )}
    </>
  );
}

function CheckLine({ gate, slug, onCheck }: { gate: Gate; slug: string; onCheck: () => void }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const jobs = useJobs(slug);
  const isChecking = isBeingChecked(gate);
  const words = [
    gate.checked_at && t("gate.checkedAt", { when: format.relative(gate.checked_at) }),
    gate.checked_at && !gate.is_current && !isChecking && t("gate.outdated"),
    isChecking && t(hasWorker(jobs, "default") ? "gate.checking" : "gate.noWorker"),
    gate.job?.status === "failed" && gate.job.error,
  ].filter(Boolean);
  return (
    <Group mb="sm" role="status">
      <Text c="dimmed">{words.join(format.gap)}</Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={16} />}
        disabled={isChecking}
        onClick={onCheck}
      >
        {t("gate.check")}
      </Button>
    </Group>
  );
}
