import { Button, Group, Text, Title } from "@mantine/core";
import { IconDownload, IconWorld } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, isJobLive, useJobs } from "@/lib/jobs/jobs";
import { useProject } from "@/lib/session/project";

import { siteOptions, siteUrl, useSiteBuild } from "../api";

/** The static site of a release: a job builds it, and the last one is kept. */
export function SiteSection({ version }: { version: string }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug } = useProject();
  const { data } = useSuspenseQuery(siteOptions(slug, version));
  const jobs = useJobs(slug);
  const build = useSiteBuild();
  const { job } = data;
  const result = job?.result as { bytes?: number } | undefined;
  const isBuilt = job?.status === "finished" && result?.bytes !== undefined;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t("site.title")}
      </Title>
      <Text c="dimmed" mb="xs">
        {t("site.lead")}
      </Text>
      <Group mb="xs">
        <Button
          variant="default"
          leftSection={<IconWorld size={18} />}
          loading={build.isPending}
          disabled={isJobLive(job?.status)}
          onClick={() => {
            build.mutate({ params: { path: { slug, version } } });
          }}
        >
          {t(isBuilt ? "site.rebuild" : "site.build")}
        </Button>
        {isBuilt && (
          <Button
            component="a"
            href={siteUrl(slug, version)}
            download
            leftSection={<IconDownload size={18} />}
          >
            {t("site.download", { size: format.bytes(result.bytes ?? 0) })}
          </Button>
        )}
      </Group>
      {build.error && <ProblemAlert error={build.error} />}
      {job && job.status !== "finished" && (
        <ProgressJob
          title={t("site.title")}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          noWorker={!hasWorker(jobs, "default")}
        />
      )}
    </section>
  );
}
