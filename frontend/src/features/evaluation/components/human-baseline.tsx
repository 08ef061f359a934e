import { Box, Button, Group, MultiSelect, Title } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { filterOptions } from "@/lib/text-folding";

import { KnewAnswersBadge } from "./knew-answers-badge";
import { useAssignBaseline, useBaselines, useMembers } from "../api-outside";

/** People of the project who answer the test set without its key, with their progress. */
export function HumanBaseline({ slug, version }: { slug: string; version: string }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const list = useBaselines(slug);
  const members = useMembers(slug);
  const assign = useAssignBaseline();
  const form = useForm({ initialValues: { people: [] as string[] } });
  const annotators = (members.data ?? []).filter(
    ({ active, role }) => active && role === "annotator",
  );
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="human-baseline">
      <Title order={2} size="h3" id="human-baseline" mb="xs">
        {t("outside.baseline.title")}
      </Title>
      <MutedNote mb="md">{t("outside.baseline.lead")}</MutedNote>
      <DataTable
        caption={t("outside.baseline.title")}
        rows={loadedRows(list.data)}
        rowKey={({ id }) => id}
        empty={<></>}
        columns={[
          {
            key: "person",
            header: t("outside.baseline.person"),
            cell: ({ person }) => person,
          },
          {
            key: "release",
            header: t("outside.baseline.release"),
            cell: ({ version: answered, splits }) => `${answered} (${format.list(splits)})`,
          },
          {
            key: "answered",
            header: t("outside.baseline.answered"),
            numeric: true,
            cell: ({ answered, total }) => `${format.number(answered)} / ${format.number(total)}`,
          },
          {
            key: "time",
            header: t("outside.baseline.time"),
            numeric: true,
            cell: ({ seconds }) => (seconds > 0 ? format.duration(seconds) : "–"),
          },
          {
            key: "run",
            header: t("outside.baseline.run"),
            cell: ({ run, ended_at, knew_answers }) =>
              run === null ? (
                t(ended_at === null ? "outside.baseline.open" : "outside.baseline.ended")
              ) : (
                <>
                  <AppLink to={{ page: "run", params: { id: String(run) } }}>
                    {t("outside.baseline.scores")}
                  </AppLink>{" "}
                  {knew_answers && <KnewAnswersBadge />}
                </>
              ),
          },
        ]}
        more={list}
      />
      <form
        onSubmit={form.onSubmit(({ people }) => {
          assign.mutate(
            { params: { path: { slug } }, body: { version, people: people.map(Number) } },
            {
              onSuccess: () => {
                form.reset();
              },
            },
          );
        })}
      >
        <Group align="flex-end" m="1rem 0">
          <MultiSelect
            label={t("outside.baseline.people")}
            placeholder={form.values.people.length === 0 ? t("outside.baseline.choose") : ""}
            data={annotators.map((one) => ({
              value: String(one.person_id),
              label: one.display_name || one.username,
            }))}
            searchable
            filter={filterOptions}
            openOnFocus={false}
            {...form.getInputProps("people")}
          />
          <Button
            type="submit"
            variant="default"
            disabled={form.values.people.length === 0}
            loading={assign.isPending}
            leftSection={<IconUserPlus size={18} />}
          >
            {t("outside.baseline.assign")}
          </Button>
        </Group>
      </form>
      {assign.error && <ProblemAlert error={assign.error} />}
      {assign.data && (
        <Box maw="60rem" role="status">
          <p>{t("outside.baseline.assigned", { count: assign.data.length })}</p>
          <CodeCopy label={t("outside.baseline.link")}>
            {`${window.location.origin}/projects/${slug}/human-baseline`}
          </CodeCopy>
        </Box>
      )}
    </Box>
  );
}
