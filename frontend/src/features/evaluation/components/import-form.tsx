import {
  Box,
  Button,
  Checkbox,
  FileInput,
  NativeSelect,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";

import type { Leaderboard } from "../api";
import { toFormData, useImportResults } from "../api-outside";
import classes from "./outside.module.css";

/** Import of external results, which are read and scored here. */
export function ImportForm({
  slug,
  version,
  settings,
}: {
  slug: string;
  version: string;
  settings: Leaderboard["to_answer"];
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const go = useGoToPage();
  const take = useImportResults();
  const form = useForm({
    initialValues: {
      file: null as File | null,
      model: "",
      revision: "",
      setting: settings[0]?.id ?? "",
      note: "",
      by_people: false,
    },
  });
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="import">
      <Title order={2} size="h3" id="import" mb="xs">
        {t("outside.import")}
      </Title>
      <MutedNote mb="md">
        <TextWithTerms text={t("outside.importLead")} />
      </MutedNote>
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ file, ...values }) => {
          if (!file) return;
          const said = { version, ...values };
          const parts = toFormData({ ...said, by_people: String(values.by_people), file });
          take.mutate(
            {
              params: { path: { slug } },
              // Typed as JSON, sent as a form.
              body: { ...said, file: "" },
              bodySerializer: () => parts,
            },
            {
              onSuccess: ({ id }) => {
                go({ page: "run", params: { id: String(id) } });
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <FileInput
          label={t("outside.file")}
          description={t("outside.fileHint")}
          placeholder={t("outside.choose")}
          accept=".json,.jsonl"
          required
          {...form.getInputProps("file")}
        />
        <TextInput label={t("model")} required {...form.getInputProps("model")} />
        <TextInput label={t("start.revision")} {...form.getInputProps("revision")} />
        <NativeSelect
          label={t("setting")}
          data={settings.map(({ id, title }) => ({ value: id, label: pick(title) }))}
          {...form.getInputProps("setting")}
        />
        <Checkbox
          label={t("outside.byPeople")}
          {...form.getInputProps("by_people", { type: "checkbox" })}
        />
        <Textarea
          label={t("outside.note")}
          description={t("outside.noteHint")}
          autosize
          minRows={2}
          {...form.getInputProps("note")}
        />
        {withoutField(take.error, form.values) !== null && <ProblemAlert error={take.error} />}
        <Button
          type="submit"
          disabled={!form.values.file || !form.values.model.trim()}
          loading={take.isPending}
          leftSection={<IconFileImport size={18} />}
        >
          {t("outside.take")}
        </Button>
      </form>
    </Box>
  );
}
