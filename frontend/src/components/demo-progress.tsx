import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { useLocale } from "@/lib/i18n/use-locale";
import { type DemoJob, useDemoJobs } from "@/lib/session/instance";

/** Progress of the demo in one line, for one project or for all. */
export function DemoProgress({ slug }: { slug?: string }) {
  const jobs = useDemoJobs();
  const job = jobs.find(({ project }) => slug === undefined || project === slug);
  return job ? <Line job={job} /> : null;
}

function Line({ job }: { job: DemoJob }) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const done = job.done ?? 0;
  const counts = { done: format.number(done), total: format.number(job.total ?? 0) };
  const text =
    job.status === "failed"
      ? t("demo.failed", { error: job.error })
      : job.kind === "demo.started" || job.kind === "demo.finished"
        ? t(`${job.kind}`)
        : job.total
          ? t("demo.images", counts)
          : t("demo.drawing");
  return (
    <Box
      flex="none"
      bdrs="3px"
      bg="var(--accent-soft)"
      c={job.status === "failed" ? "var(--bad)" : undefined}
    >
      <Box className="tabular" component="p" m={0} p="0.4rem 1rem">
        {text}
      </Box>
      <Bar
        share={job.total ? done / job.total : 0}
        moving
        h="3px"
        bdrs={0}
        bg="none"
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={job.total ?? undefined}
        aria-valuenow={job.total ? done : undefined}
      />
    </Box>
  );
}
