import { Box, Button, Flex } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { HashCopy } from "@/components/hash-copy";
import { ProgressJob } from "@/components/progress-job";
import { StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, jobPace, useJobs } from "@/lib/jobs/jobs";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { isBeingBuilt, type Release, useStopBuild, zipUrl } from "../api";
import classes from "./release-entry.module.css";
import { PreviewActions } from "./preview-actions";
import { ReleaseFacts } from "./release-facts";
import { SimulatedBadge } from "./simulated-badge";

/** The heading of a version on the timeline. */
export function ReleaseTitle({ release }: { release: Release }) {
  const hasFolder = release.summary !== null;
  return (
    <Flex display="inline-flex" component="span" gap="0.25rem 0.9rem" align="baseline" wrap="wrap">
      {hasFolder ? (
        <AppLink
          to={{ page: "release", params: { version: release.version } }}
          className={classes.version}
        >
          {release.version}
        </AppLink>
      ) : (
        <span className={classes.version}>{release.version}</span>
      )}
      <StatusBadge state={`release.${release.status}`} />
      <SimulatedBadge release={release} />
    </Flex>
  );
}

/** Contents of a version, or the progress of its build. */
export function ReleaseEntry({
  release,
  onCutAgain,
}: {
  release: Release;
  onCutAgain: (version: string) => void;
}) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const { format, pick } = useLocale();
  const { version, summary } = release;
  const isOut = release.published_at !== null;
  if (isBeingBuilt(release)) return <Building release={release} />;
  return (
    <div className={classes.body}>
      {release.blocked.length > 0 ? (
        <Box c="var(--bad)">
          <p>{t("blocked", { version })}</p>
          <ul>
            {release.blocked.map((line) => (
              <li key={line.id}>{pick(line.message)}</li>
            ))}
          </ul>
        </Box>
      ) : (
        release.reason && (
          <Box component="p" c="var(--bad)">
            {release.reason}
          </Box>
        )
      )}
      {release.note && <p>{release.note}</p>}
      {release.notices.length > 0 && (
        <p>
          <AppLink to={{ page: "release", params: { version } }}>
            {t("notices.count", { count: release.notices.length })}
          </AppLink>
        </p>
      )}
      {summary && <ReleaseFacts release={release} />}
      {summary && (
        <Flex component="p" gap="0.5rem 1rem" align="center" wrap="wrap">
          {release.manifest_sha256 && <HashCopy hash={release.manifest_sha256} label={t("hash")} />}
          {can("organize") && release.given_out && (
            <Box component="a" c="var(--accent)" href={zipUrl(slug, version)} download>
              {t("zip", { size: format.bytes(summary.bytes) })}
            </Box>
          )}
        </Flex>
      )}
      {release.status === "previewed" && (
        <p>{t(release.is_takedown ? "preview.takedown" : "preview.note")}</p>
      )}
      {!isOut && <PreviewActions release={release} />}
      {!summary && can("maintain") && (
        <Button
          variant="default"
          onClick={() => {
            onCutAgain(version);
          }}
        >
          {t("again", { version })}
        </Button>
      )}
    </div>
  );
}

function Building({ release: { version, job } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const stop = useStopBuild();
  const jobs = useJobs(slug);
  if (!job) return null;
  return (
    <ProgressJob
      title={t("building", { version })}
      state={job.status ?? "queued"}
      done={job.done ?? 0}
      total={job.total ?? null}
      error={job.error ?? null}
      noWorker={!hasWorker(jobs, "default")}
      {...jobPace(job, new Date())}
      {...(can("maintain") && {
        onCancel: () => {
          stop.mutate({ params: { path: { slug, job_id: job.id } } });
        },
      })}
    />
  );
}
