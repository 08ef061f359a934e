import { Box, Button, Select, Stack, Switch, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import { settingsOptions, useChangeSettings } from "../api";
import { DeleteProject } from "../components/delete-project";
import classes from "./settings-page.module.css";

/** Name, description, time zone, archiving and deletion of a project. */
export function SettingsPage() {
  const { t } = useTranslation("projects");
  const { slug } = useProject();
  const toasts = useToasts();
  const { data } = useSuspenseQuery(settingsOptions(slug));
  const change = useChangeSettings();
  const form = useForm({
    initialValues: {
      name: data.name,
      description: data.description,
      time_zone: data.time_zone,
      archived: data.archived_at !== null,
    },
  });
  return (
    <Box maw="40rem">
      <PageHeader
        title={t("settings.title")}
        lead={t("settings.lead")}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => <AppLink to={{ page: "history" }} {...props} />}
            >
              {t("settings.history")}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <AppLink to={{ page: "security" }} {...props} />}
            >
              {t("settings.security")}
            </Button>
          </>
        }
      />
      <form
        onSubmit={form.onSubmit((body) => {
          change.mutate(
            { params: { path: { slug } }, body },
            {
              onSuccess: () => {
                toasts.done(t("settings.saved"));
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <Stack>
          <TextInput label={t("new.name")} required {...form.getInputProps("name")} />
          <Textarea
            label={t("settings.description")}
            description={t("settings.descriptionHelp")}
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps("description")}
          />
          <Select
            label={t("settings.timeZone")}
            description={t("settings.timeZoneHelp")}
            placeholder={t("settings.installationTimeZone", { zone: data.installation_time_zone })}
            data={data.time_zones.map((zone) => ({
              value: zone,
              label: zone.replaceAll("_", " "),
            }))}
            limit={100}
            searchable
            clearable
            nothingFoundMessage={t("settings.noTimeZone")}
            {...form.getInputProps("time_zone")}
            value={form.values.time_zone || null}
            onChange={(zone) => {
              form.setFieldValue("time_zone", zone ?? "");
            }}
          />
          <Switch
            label={t("settings.archive")}
            description={t("settings.archiveHelp")}
            {...form.getInputProps("archived", { type: "checkbox" })}
          />
          {withoutField(change.error, form.values) !== null && (
            <ProblemAlert error={change.error} />
          )}
          <div>
            <Button type="submit" loading={change.isPending}>
              {t("settings.save")}
            </Button>
          </div>
        </Stack>
      </form>
      <section className={classes.delete} aria-labelledby="delete">
        <Title order={2} id="delete">
          {t("delete.title")}
        </Title>
        <DeleteProject slug={slug} />
      </section>
    </Box>
  );
}
