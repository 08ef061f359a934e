import { Box, Flex, Group, SimpleGrid, Slider } from "@mantine/core";

import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";
import { isJobLive, jobPace, useJobs, useRefreshAfter } from "@/lib/jobs/jobs";

import { MutedNote } from "../layout/primitives";

/** One number of a filter, changed within its limits. */
export interface Parameter {
  label: string;
  /** The value as text. */
  shown: string;
  help: string;
  range: { min: number; max: number; step: number };
  value: number;
  onChange: (value: number) => void;
}

/** The latest job of a kind, and whether it is in progress. */
export function useParameterJob(slug: string, kind: string) {
  const jobs = useJobs(slug)?.jobs.filter((one) => one.kind === kind);
  const job = jobs?.[0];
  const isRunning = job !== undefined && isJobLive(job.status);
  useRefreshAfter(jobs);
  return { job, isRunning };
}

/** Other parameters of a filter, with a preview before they apply. */
export function ParameterForm({
  parameters,
  inForce,
  show,
  begin,
  running: { job, isRunning },
  jobTitle,
}: {
  parameters: readonly Parameter[];
  inForce: string;
  show: Command;
  begin: { isPending: boolean; error: unknown; reset: () => void };
  running: ReturnType<typeof useParameterJob>;
  jobTitle: string;
}) {
  return (
    <>
      <SimpleGrid
        minColWidth="min(20rem, 100%)"
        autoFlow="auto-fit"
        spacing="3rem"
        verticalSpacing="1.5rem"
        maw="60rem"
        mb="lg"
      >
        {parameters.map((parameter) => (
          <ParameterSlider key={parameter.label} {...parameter} />
        ))}
      </SimpleGrid>
      <Group gap="0.75rem 1.5rem">
        <CommandButton command={show} loading={begin.isPending} />
        <MutedNote>{inForce}</MutedNote>
      </Group>
      {begin.error != null && <ProblemAlert error={begin.error} onRetry={begin.reset} />}
      {job && (isRunning || job.status === "failed") && (
        <ProgressJob
          title={jobTitle}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          {...jobPace(job, new Date())}
        />
      )}
    </>
  );
}

function ParameterSlider({ label, shown, help, range, value, onChange }: Parameter) {
  return (
    <div>
      <Flex component="p" gap="md" align="baseline" justify="space-between" m="0 0 0.6rem" fw={600}>
        <span>{label}</span>
        <Box className="tabular" component="span">
          {shown}
        </Box>
      </Flex>
      <Slider
        {...range}
        value={value}
        onChange={(next) => {
          // Steps of a hundredth add up to 0.7000000000000001.
          onChange(Number(next.toFixed(2)));
        }}
        label={null}
        thumbLabel={label}
        thumbProps={{ "aria-valuetext": shown }}
      />
      <MutedNote mt="0.9rem" maw="52ch">
        {help}
      </MutedNote>
    </div>
  );
}
