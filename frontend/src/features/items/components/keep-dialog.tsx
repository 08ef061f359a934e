import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ReasonDialog } from "@/components/reason-dialog";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useExcludePerson } from "../api";
import { AnnotatorSelect } from "./annotator-select";
import type { ItemsDialogProps } from "./dialog-props";

/** Exclude a person from the selected items, with the reason. */
export function ExcludePersonDialog({ slug, items, onClose, onDone }: ItemsDialogProps) {
  const { t } = useTranslation("items");
  const toasts = useToasts();
  const keep = useExcludePerson();
  const [person, setPerson] = useState({ id: 0, name: "" });
  const [isBusy, setBusy] = useState(false);

  const confirm = async (reason: string) => {
    setBusy(true);
    try {
      for (const item of items) {
        await keep.mutateAsync({
          params: { path: { slug } },
          body: { person_id: person.id, reason, item_id: item, tag: "" },
        });
      }
      toasts.done(t("keep.done", { count: items.length, name: person.name }));
      onDone();
    } catch {
      // Shown in the dialog; trying again continues.
      setBusy(false);
    }
  };

  return (
    <ReasonDialog
      opened
      title={t("keep.title", { count: items.length })}
      action={t("keep.action")}
      pending={isBusy}
      error={keep.error}
      incomplete={person.id === 0}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    >
      <p>{t("keep.what")}</p>
      <AnnotatorSelect
        slug={slug}
        value={person.id}
        onChange={(id, name) => {
          setPerson({ id, name });
        }}
      />
    </ReasonDialog>
  );
}
