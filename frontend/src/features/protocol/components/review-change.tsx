import { Box, Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";

import type { ProtocolCheck } from "../api";
import type { Json } from "../form/path";
import { ChangesList } from "./changes-list";
import { LineDiffView } from "./line-diff-view";
import classes from "./review-change.module.css";

export interface ReviewChangeProps {
  /** The current protocol, as text and as document. */
  before: { yaml: string; document: Json };
  checked: ProtocolCheck;
  /** The number of the new version. */
  number: number;
  pending: boolean;
  error: unknown;
  onBack: () => void;
  onConflict: () => void;
  onConfirm: (note: string, mapping: Readonly<Record<string, string>>) => void;
}

/**
 * Review of a change: differences, effects on finished work, the reason, and the button to save.
 */
export function ReviewChange({
  before,
  checked,
  number,
  pending,
  error,
  onBack,
  onConflict,
  onConfirm,
}: ReviewChangeProps) {
  const { t } = useTranslation("protocol");
  const [note, setNote] = useState("");
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const refused = isProblem(error, 400) ? error.errors : [];
  const late = new Map(checked.obstacles.map(({ field, message }) => [field, message]));
  const unmapped = new Map(
    refused.map(({ field, message }) => [field.replace(/^mapping\./, ""), message]),
  );
  const needed = Object.entries(checked.used).filter(([, count]) => count > 0);
  const isMapped = needed.every(([path]) => mapping[path] !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(note.trim(), mapping);
      }}
    >
      <Box component="p" m="0 0 1rem" fz="1.125rem">
        {t("review.sound")}
      </Box>
      <ChangesList
        changes={checked.changes}
        before={before.document}
        after={checked.document as Json}
        foreseen={{
          work: checked.work,
          used: checked.used,
          late,
          mapping,
          unmapped,
          onMap: (path, target) => {
            setMapping({ ...mapping, [path]: target });
          },
        }}
      />
      {checked.changed && (
        <>
          <details className={classes.lines}>
            <summary>{t("review.asText")}</summary>
            <LineDiffView before={before.yaml} after={checked.yaml} />
          </details>
          {late.size > 0 && (
            <Box component="p" m="1rem 0 0" c="var(--bad)" role="alert">
              {t("review.late", { count: late.size })}
            </Box>
          )}
          <TextInput
            label={t("review.note")}
            description={t("review.noteWhy")}
            value={note}
            onChange={(event) => {
              setNote(event.currentTarget.value);
            }}
            required
            mt="lg"
            maw="48rem"
          />
          <MutedNote mt="sm">{t("review.after")}</MutedNote>
        </>
      )}
      {error != null && (
        <ProblemAlert error={error} onRetry={isProblem(error, 409) ? onConflict : undefined} />
      )}
      <Group mt="md">
        <Button variant="default" onClick={onBack}>
          {t("review.back")}
        </Button>
        {checked.changed && (
          <Button
            type="submit"
            disabled={note.trim() === "" || late.size > 0 || !isMapped}
            loading={pending}
          >
            {t("review.confirm", { number })}
          </Button>
        )}
      </Group>
    </form>
  );
}
