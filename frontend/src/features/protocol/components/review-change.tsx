import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";

import { LineDiffView } from "./line-diff-view";
import classes from "./review-change.module.css";

export interface ReviewChangeProps {
  before: string;
  after: string;
  changed: boolean;
  /** The number that the new version will have. */
  number: number;
  pending: boolean;
  error: unknown;
  onBack: () => void;
  onConflict: () => void;
  onConfirm: (note: string) => void;
}

/** What would change, why, and the button that does it. */
export function ReviewChange({
  before,
  after,
  changed,
  number,
  pending,
  error,
  onBack,
  onConflict,
  onConfirm,
}: ReviewChangeProps) {
  const { t } = useTranslation("protocol");
  const [note, setNote] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(note.trim());
      }}
    >
      <p className={classes.sound}>{t("review.sound")}</p>
      <LineDiffView before={before} after={after} />
      {changed && (
        <>
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
          <p className={classes.after}>{t("review.after")}</p>
        </>
      )}
      {error != null && (
        <ProblemAlert error={error} onRetry={isProblem(error, 409) ? onConflict : undefined} />
      )}
      <Group mt="md">
        <Button variant="default" onClick={onBack}>
          {t("review.back")}
        </Button>
        {changed && (
          <Button type="submit" disabled={note.trim() === ""} loading={pending}>
            {t("review.confirm", { number })}
          </Button>
        )}
      </Group>
    </form>
  );
}
