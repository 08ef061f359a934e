import { Anchor, Group, Select, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCloudUpload } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ConfirmButton } from "@/components/confirm-button";
import { ProgressJob } from "@/components/progress-job";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, isJobLive, useJobs } from "@/lib/jobs/jobs";
import { useProject } from "@/lib/session/project";

import { hubOptions, type HubPublication, useHubPublish } from "../api";

const VISIBILITIES = ["private", "gated", "public"] as const;

/** Publishes every file below as a dataset of the Hugging Face Hub, for maintainers. */
export function HubSection({ version }: { version: string }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug } = useProject();
  const { data } = useSuspenseQuery(hubOptions(slug, version));
  const result = data.job?.result as { url?: string } | undefined;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t("hub.title")}
      </Title>
      {data.simulated ? (
        <Text c="dimmed">{t("hub.simulated")}</Text>
      ) : data.configured ? (
        <HubForm version={version} publication={data} />
      ) : (
        <Text c="dimmed">{t("hub.notConfigured")}</Text>
      )}
      {data.job?.status === "finished" && result?.url && (
        <Text mt="xs">
          {t("hub.published")}
          {format.gap}
          <Anchor href={result.url}>{result.url}</Anchor>
        </Text>
      )}
    </section>
  );
}

function HubForm({ version, publication }: { version: string; publication: HubPublication }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const jobs = useJobs(slug);
  const publish = useHubPublish();
  const { job } = publication;
  const form = useForm({
    initialValues: { repo: publication.repo, visibility: publication.visibility },
  });
  return (
    <>
      <Text c="dimmed" mb="xs">
        {t("hub.lead", { version })}
      </Text>
      <Group align="flex-end" mb="xs">
        <TextInput
          label={t("hub.repo")}
          placeholder="team/benchmark"
          required
          maxLength={200}
          {...form.getInputProps("repo")}
        />
        <Select
          label={t("hub.visibility")}
          allowDeselect={false}
          comboboxProps={{ width: "max-content" }}
          data={VISIBILITIES.map((value) => ({ value, label: t(`hub.as.${value}`) }))}
          {...form.getInputProps("visibility")}
        />
        <ConfirmButton
          leftSection={<IconCloudUpload size={18} />}
          disabled={isJobLive(job?.status)}
          label={t("hub.action")}
          consequences={t("hub.final")}
          mayAsk={() => !form.validate().hasErrors}
          onConfirm={() =>
            publish
              .mutateAsync({ params: { path: { slug, version } }, body: form.values })
              .catch((error: unknown) => {
                problemsAtFields(form)(error);
                // What stands at a field is corrected there.
                if (withoutField(error, form.values) !== null) throw error;
              })
          }
        />
      </Group>
      {job && job.status !== "finished" && (
        <ProgressJob
          title={t("hub.title")}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          noWorker={!hasWorker(jobs, "default")}
        />
      )}
    </>
  );
}
