import {
  Button,
  Checkbox,
  FileInput,
  NativeSelect,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGo } from "@/lib/routing/use-go";

import type { Leaderboard } from "../api";
import { multipart, useImportResults } from "../api-outside";
import classes from "./outside.module.css";

/** A file of answers that others computed, to be read and scored here. */
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
  const go = useGo();
  const take = useImportResults();
  const [file, setFile] = useState<File | null>(null);
  const [model, setModel] = useState("");
  const [revision, setRevision] = useState("");
  const [setting, setSetting] = useState(settings[0]?.id ?? "");
  const [note, setNote] = useState("");
  const [byPeople, setByPeople] = useState(false);
  return (
    <section className={classes.section} aria-labelledby="import">
      <Title order={2} size="h3" id="import" mb="xs">
        {t("outside.import")}
      </Title>
      <p className={classes.lead}>{t("outside.importLead")}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!file) return;
          const said = { version, model, revision, setting, note };
          const form = multipart({ ...said, by_people: String(byPeople), file });
          take.mutate(
            {
              params: { path: { slug } },
              // Typed as JSON, sent as a form.
              body: { ...said, by_people: byPeople, file: "" },
              bodySerializer: () => form,
            },
            {
              onSuccess: ({ id }) => {
                go({ page: "run", params: { id: String(id) } });
              },
            },
          );
        }}
      >
        <FileInput
          label={t("outside.file")}
          description={t("outside.fileHint")}
          placeholder={t("outside.choose")}
          accept=".json,.jsonl"
          required
          value={file}
          onChange={setFile}
        />
        <TextInput
          label={t("model")}
          required
          value={model}
          onChange={(event) => {
            setModel(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t("start.revision")}
          value={revision}
          onChange={(event) => {
            setRevision(event.currentTarget.value);
          }}
        />
        <NativeSelect
          label={t("setting")}
          value={setting}
          data={settings.map(({ id, title }) => ({ value: id, label: pick(title) }))}
          onChange={(event) => {
            setSetting(event.currentTarget.value);
          }}
        />
        <Checkbox
          label={t("outside.byPeople")}
          checked={byPeople}
          onChange={(event) => {
            setByPeople(event.currentTarget.checked);
          }}
        />
        <Textarea
          label={t("outside.note")}
          description={t("outside.noteHint")}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
          }}
        />
        {take.error != null && <ProblemAlert error={take.error} />}
        <Button
          type="submit"
          disabled={!file || !model.trim()}
          loading={take.isPending}
          leftSection={<IconFileImport size={18} />}
        >
          {t("outside.take")}
        </Button>
      </form>
    </section>
  );
}
