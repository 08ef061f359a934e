import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";

import classes from "./reason-note.module.css";

const LONGEST = 500;

/** A sentence for a reason that needs one, sent with Enter. */
export function ReasonNote({
  title,
  onSend,
  onBack,
}: {
  /** The chosen reason. */
  title: string;
  onSend: (note: string) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation("screening");
  const [note, setNote] = useState("");
  const complete = note.trim() !== "";
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) onSend(note.trim());
      }}
    >
      <TextInput
        label={title}
        placeholder={t("note.placeholder")}
        value={note}
        maxLength={LONGEST}
        required
        // The reason was just chosen by its key: focus the sentence.
        ref={focused}
        onChange={(event) => {
          setNote(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onBack();
        }}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onBack}>
          {t("commands.back")}
        </Button>
        <Button type="submit" disabled={!complete} rightSection={<KeyboardKey keys="enter" />}>
          {t("commands.discard")}
        </Button>
      </div>
    </form>
  );
}

function focused(input: HTMLInputElement | null): void {
  input?.focus();
}
