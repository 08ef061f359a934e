import { Button, Stack } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { type Release, runsOptions } from "../api";

/** The models evaluated on this version. */
export function RunsTab({ release: { version } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const modelName = useModelName();
  const { format, pick } = useLocale();
  const { slug } = useProject();
  const { data } = useSuspenseQuery(runsOptions(slug, version));
  const leaderboard = (
    <Button
      variant="default"
      renderRoot={(props) => (
        <AppLink to={{ page: "evaluation", search: { version } }} {...props} />
      )}
    >
      {t("runs.leaderboard")}
    </Button>
  );
  if (data.results.length === 0) {
    return (
      <EmptyState
        icon={<IconGauge size={40} stroke={1.4} />}
        title={t("runs.none")}
        action={leaderboard}
      >
        {t("runs.noneText")}
      </EmptyState>
    );
  }
  return (
    <Stack align="flex-start">
      <DataTable
        caption={t("tabs.runs")}
        rows={data.results}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "model",
            header: t("runs.model"),
            cell: ({ id, model }) => (
              <AppLink to={{ page: "run", params: { id: String(id) } }}>{modelName(model)}</AppLink>
            ),
          },
          {
            key: "setting",
            header: t("runs.setting"),
            cell: ({ setting, setting_title }) => pick(setting_title) || setting,
          },
          {
            key: "status",
            header: t("runs.state"),
            cell: ({ status }) => <StatusBadge state={`run.${status}`} />,
          },
          {
            key: "accuracy",
            header: t("runs.accuracy"),
            numeric: true,
            cell: ({ overall }) =>
              overall?.accuracy == null ? "–" : format.percent(overall.accuracy),
          },
        ]}
      />
      {leaderboard}
    </Stack>
  );
}
