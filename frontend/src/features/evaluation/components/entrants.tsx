import { Box, Button, Group, NumberInput, TextInput, Title } from "@mantine/core";
import { IconBan, IconKey } from "@tabler/icons-react";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { Badge } from "@/components/status-badge";
import { loadedRows } from "@/lib/api/keyset";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { useAdmitEntrant, useEntrants, useRevokeEntrant } from "../api-outside";

/** Entrants, whose predictions are scored against the keys, a few files per day. */
export function Entrants({ slug, version }: { slug: string; version: string }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const { time_zone: zone } = useProject();
  const list = useEntrants(slug);
  const admit = useAdmitEntrant();
  const revoke = useRevokeEntrant();
  const form = useForm({ initialValues: { name: "", daily_limit: 2 as number | string } });
  const command = (key: string) =>
    [
      `curl ${window.location.origin}/api/predictions/`,
      `-H "Authorization: Bearer ${key}"`,
      `-F version=${version} -F model=NAME -F file=@predictions.jsonl`,
    ].join(" \\\n  ");
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="entrants">
      <Title order={2} size="h3" id="entrants" mb="xs">
        {t("outside.entrants")}
      </Title>
      <MutedNote mb="md">{t("outside.entrantsLead")}</MutedNote>
      <DataTable
        caption={t("outside.entrants")}
        rows={loadedRows(list.data)}
        rowKey={({ id }) => id}
        empty={<></>}
        columns={[
          { key: "name", header: t("outside.name"), cell: ({ name: who }) => who },
          {
            key: "limit",
            header: t("outside.limit"),
            numeric: true,
            cell: ({ daily_limit: most }) => format.number(most),
          },
          {
            key: "left",
            header: t("outside.left", { zone }),
            numeric: true,
            cell: ({ left_today: left }) => format.number(left),
          },
          {
            key: "key",
            header: t("outside.key"),
            cell: ({ id, active }) =>
              active ? (
                <ConfirmButton
                  variant="default"
                  size="compact-md"
                  label={t("outside.revoke")}
                  consequences={t("outside.revoking")}
                  onConfirm={() =>
                    revoke.mutateAsync({ params: { path: { slug, entrant_id: id } } })
                  }
                />
              ) : (
                <Badge tone="neutral" icon={IconBan}>
                  {t("outside.revoked")}
                </Badge>
              ),
          },
        ]}
        more={list}
      />
      <form
        onSubmit={form.onSubmit(({ name, daily_limit }) => {
          admit.mutate(
            { params: { path: { slug } }, body: { name, daily_limit: Number(daily_limit) } },
            {
              onSuccess: () => {
                form.setFieldValue("name", "");
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <Group align="flex-end" m="1rem 0">
          <TextInput label={t("outside.name")} required {...form.getInputProps("name")} />
          <NumberInput
            label={t("outside.limit")}
            min={1}
            max={100}
            {...form.getInputProps("daily_limit")}
          />
          <Button
            type="submit"
            variant="default"
            disabled={!form.values.name.trim()}
            loading={admit.isPending}
            leftSection={<IconKey size={18} />}
          >
            {t("outside.admit")}
          </Button>
        </Group>
      </form>
      {withoutField(admit.error, form.values) !== null && <ProblemAlert error={admit.error} />}
      {admit.data && (
        <Box maw="60rem" role="status">
          <p>{t("outside.once", { name: admit.data.name })}</p>
          <CodeCopy label={t("outside.key")}>{command(admit.data.key)}</CodeCopy>
        </Box>
      )}
    </Box>
  );
}
