import { Box, Button, Flex, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { encodingLabel } from "@/components/archive-names/encodings";
import { DataTable } from "@/components/data-table";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { StatNumber } from "@/components/stat-number";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { textFor } from "@/lib/i18n/texts";
import { isJobLive, jobPace } from "@/lib/jobs/jobs";

import { type Import, useImportAgain, useRejections, useStopImport } from "../api";
import { DEFAULT_MANIFEST_OPTIONS } from "../manifests";
import classes from "./import-result.module.css";
import { ManifestChoices } from "./manifest-choices";

/** Number of reasons that are shown without a click. */
const AT_A_GLANCE = 20;

/** Reasons for which a file is rejected: the server's codes. */
const REJECTIONS = [
  "empty",
  "too_many_bytes",
  "not_an_image",
  "unsupported_format",
  "truncated",
  "corrupt",
  "too_many_pixels",
  "too_many_frames",
  "unreadable",
  "leaves_folder",
  "encrypted",
  "archive_too_large",
  "suspicious_compression",
  "fetch_failed",
  "robots",
  "private_address",
  "prohibited",
  "missing",
  "stops_workers",
  "invalid_row",
] as const;

/** One import: its progress, then its result. */
export function ImportResult({
  slug,
  job,
  source,
  noWorker,
  opened,
}: {
  slug: string;
  job: Import;
  source: string;
  noWorker: boolean;
  /** Show the rejected files at once if they are few. */
  opened: boolean;
}) {
  const { t } = useTranslation("import");
  const { format } = useLocale();
  const { counts } = job;
  const [shows, setShows] = useState(opened && (counts?.rejected ?? 0) <= AT_A_GLANCE);
  const stop = useStopImport();
  return (
    <article className={classes.import}>
      <Flex
        component="header"
        gap="0.25rem 1rem"
        align="baseline"
        justify="space-between"
        wrap="wrap"
        c="dimmed"
      >
        <Box component="h3" m={0} c="var(--ink)" fz="1.0625rem">
          {t("import", { number: job.id, source })}
        </Box>
        <RelativeTime at={job.created_at} />
      </Flex>
      {job.status !== "finished" && (
        <ProgressJob
          title={t("job")}
          state={job.status}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          noWorker={noWorker}
          onCancel={
            isJobLive(job.status)
              ? () => {
                  stop.mutate({ params: { path: { slug, job_id: job.id } } });
                }
              : undefined
          }
          {...jobPace(job, new Date())}
        />
      )}
      {stop.error && <ProblemAlert error={stop.error} />}
      {job.upload_id !== null && (
        <ImportAgain slug={slug} upload={job.upload_id} filters={job.filters} />
      )}
      {job.manifests.map((manifest) => (
        <Box key={manifest.path} className="anywhere" component="p" m={0}>
          {t("manifests.read", {
            count: manifest.rows ?? 0,
            number: format.number(manifest.rows ?? 0),
            path: manifest.path,
            encoding: manifest.encoding,
            columns: manifest.columns?.join(", "),
          })}{" "}
          {manifest.separator &&
            t("manifests.separator", {
              separator: manifest.separator === "\t" ? t("manifests.tab") : manifest.separator,
            })}{" "}
          {(manifest.refused ?? 0) > 0 &&
            t("manifests.refused", {
              count: manifest.refused,
              number: format.number(manifest.refused ?? 0),
            })}
        </Box>
      ))}
      {counts && (
        <Group gap="1rem 2.5rem" align="flex-end">
          <StatNumber
            value={counts.imported}
            label={t("counts.imported")}
            to={{ page: "images", search: { job: job.id } }}
          />
          <StatNumber value={counts.already_present} label={t("counts.already")} />
          <StatNumber value={counts.rejected} label={t("counts.rejected")} />
          {(counts.unlisted ?? 0) > 0 && (
            <StatNumber value={counts.unlisted ?? 0} label={t("counts.unlisted")} />
          )}
          {counts.published && (
            <>
              <StatNumber value={counts.published.items} label={t("counts.items")} />
              <StatNumber value={counts.published.questions} label={t("counts.questions")} />
              <StatNumber
                value={counts.published.to_rework}
                label={t("counts.rework")}
                to={{ page: "rework" }}
              />
              <StatNumber value={counts.published.questions_left_out} label={t("counts.leftOut")} />
              <StatNumber value={counts.published.without_key} label={t("counts.withoutKey")} />
            </>
          )}
          {counts.rejected > 0 && (
            <Button
              variant="subtle"
              aria-expanded={shows}
              onClick={() => {
                setShows(!shows);
              }}
            >
              {t(shows ? "rejections.hide" : "rejections.show")}
            </Button>
          )}
        </Group>
      )}
      {counts?.names
        ?.filter(({ encoding }) => encoding !== "utf-8")
        .map(({ archive, encoding, names }) => (
          <Box key={archive} className="anywhere" component="p" m={0}>
            {t("names.read", {
              archive,
              encoding: encodingLabel(encoding),
              names: names.join(", "),
            })}
          </Box>
        ))}
      {counts?.published?.skipped?.map((file) => (
        <Box key={file.path} className="anywhere" component="p" m={0}>
          {t("notRead", { path: file.path, reason: file.reason })}
        </Box>
      ))}
      {counts && counts.rejected > 0 && shows && <Rejections slug={slug} job={job.id} />}
    </article>
  );
}

/** Import the uploaded files again, with other choices about their manifests. */
function ImportAgain({
  slug,
  upload,
  filters,
}: {
  slug: string;
  upload: number;
  filters: boolean;
}) {
  const { t } = useTranslation("import");
  const [manifests, setManifests] = useState(DEFAULT_MANIFEST_OPTIONS);
  const again = useImportAgain();
  return (
    <Stack gap="0.9rem" maw="36rem">
      <ManifestChoices value={manifests} onChange={setManifests} />
      {again.error && <ProblemAlert error={again.error} />}
      <div>
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() => {
            again.mutate({
              params: { path: { slug, upload_id: upload } },
              body: { ...manifests, filters },
            });
          }}
        >
          {t("again")}
        </Button>
      </div>
    </Stack>
  );
}

/** The server's own message contains the numbers. */
const MEASURED = new Set([
  "too_many_bytes",
  "too_many_pixels",
  "too_many_frames",
  "archive_too_large",
  "suspicious_compression",
  "unsupported_format",
  "unreadable",
  "fetch_failed",
  "robots",
  "private_address",
  "prohibited",
  "invalid_row",
]);

function Rejections({ slug, job }: { slug: string; job: number }) {
  const { t } = useTranslation("import");
  const list = useRejections(slug, job);
  if (list.error) {
    return (
      <ProblemAlert
        error={list.error}
        onRetry={() => {
          void list.refetch();
        }}
      />
    );
  }
  return (
    <DataTable
      caption={t("rejections.caption")}
      columns={[
        {
          key: "path",
          header: t("rejections.file"),
          cell: ({ path }) => (
            <Box className="anywhere" component="span">
              {path}
            </Box>
          ),
        },
        {
          key: "reason",
          header: t("rejections.reason"),
          cell: ({ code, reason }) => (
            <>
              {textFor(code, REJECTIONS, (known) => t(`rejection.${known}`))}
              {MEASURED.has(code) && <div className={classes.detail}>{reason}</div>}
            </>
          ),
        },
      ]}
      rows={loadedRows(list.data)}
      rowKey={({ id }) => id}
      more={list}
    />
  );
}
