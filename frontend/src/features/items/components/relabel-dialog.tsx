import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { ReasonDialog } from "@/components/reason-dialog";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useRelabelItems, useUndoRelabelling } from "../api";

/** Set one value of a label on all selected items, with the reason. */
export function RelabelDialog({
  slug,
  items,
  opened,
  onClose,
  onDone,
}: {
  slug: string;
  items: readonly number[];
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation("items");
  const { pick, format } = useLocale();
  const toasts = useToasts();
  const fields = labelFields(useProtocol(slug));
  const [fieldId, setFieldId] = useState<string | null>(null);
  const [choices, setChoices] = useState<string[]>([]);
  const relabel = useRelabelItems();
  const undo = useUndoRelabelling();
  const field = fields.find(({ id }) => id === fieldId);
  const options = field?.choices.map(({ id, title }) => ({ value: id, label: pick(title) })) ?? [];

  const confirm = (reason: string) => {
    if (!field) return;
    relabel.mutate(
      {
        params: { path: { slug } },
        body: { items: [...items], field: field.id, choices, reason },
      },
      {
        onSuccess: ({ batch, changed, skipped }) => {
          const said = [
            t("relabel.changed", { count: changed.length }),
            ...[...new Set(skipped.map(({ why }) => why))].map((why) =>
              t(`relabel.skipped.${why}`, {
                count: skipped.filter((one) => one.why === why).length,
              }),
            ),
          ].join(format.gap);
          if (changed.length > 0) {
            toasts.undo(said, () => {
              undo.mutate(
                { params: { path: { slug } }, body: { batch } },
                {
                  onSuccess: (undone) => {
                    toasts.done(t("relabel.undone", { count: undone.changed.length }));
                  },
                  onError: () => {
                    toasts.failed(t("relabel.undoFailed"));
                  },
                },
              );
            });
          } else {
            toasts.failed(said);
          }
          setFieldId(null);
          setChoices([]);
          onDone();
        },
      },
    );
  };

  return (
    <ReasonDialog
      opened={opened}
      title={t("relabel.title", { count: items.length })}
      action={t("relabel.action")}
      pending={relabel.isPending}
      error={relabel.error}
      incomplete={choices.length === 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t("relabel.what")}</p>
      <ChipChoice
        label={t("relabel.label")}
        options={fields.map(({ id, title }) => ({ value: id, label: pick(title) }))}
        value={fieldId}
        onChange={(id) => {
          setFieldId(id);
          setChoices([]);
        }}
      />
      {field?.multiple && (
        <ChipChoice
          multiple
          label={pick(field.title)}
          options={options}
          value={choices}
          onChange={setChoices}
        />
      )}
      {field && !field.multiple && (
        <ChipChoice
          label={pick(field.title)}
          options={options}
          value={choices[0] ?? null}
          onChange={(choice) => {
            setChoices([choice]);
          }}
        />
      )}
    </ReasonDialog>
  );
}
