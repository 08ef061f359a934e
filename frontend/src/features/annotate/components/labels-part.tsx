import { Button, Flex } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { LabelChoice } from "@/components/label-choice";
import { type LabelField, type Protocol, removedChoices } from "@/lib/protocol/protocol";
import { labelsWith, type RecordContent } from "@/lib/protocol/record";

import type { RecordEdit } from "../draft/edits";
import type { FieldNote } from "../form/notes";
import { FieldHelp } from "./field-help";
import { FieldNotes } from "./field-notes";

export interface PartProps {
  onEdit: (edit: RecordEdit) => void;
  /** An edit by a key typed into a text, which the form may follow after a pause. */
  onType: (edit: RecordEdit) => void;
}

interface LabelPartProps extends Pick<PartProps, "onEdit"> {
  protocol: Protocol;
  field: LabelField;
  labels: RecordContent["labels"];
  said: readonly FieldNote[] | undefined;
}

export const LabelPart = memo(function LabelPart({
  field,
  protocol,
  labels,
  said,
  onEdit,
}: LabelPartProps) {
  const { t } = useTranslation("annotate");
  const removed = removedChoices(field, labels);
  return (
    <div data-field={`labels.${field.id}`}>
      <LabelChoice
        protocol={protocol}
        field={field}
        labels={labels}
        onChange={(chosen) => {
          onEdit({ type: "labels", labels: chosen });
        }}
      />
      {removed.length > 0 && (
        <Flex
          component="p"
          gap="var(--mantine-spacing-xs)"
          align="center"
          wrap="wrap"
          mt="var(--mantine-spacing-xs)"
        >
          {t("removed.chosen")}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              const kept = (labels[field.id] ?? []).filter((id) => !removed.includes(id));
              onEdit({ type: "labels", labels: labelsWith(protocol, labels, field.id, kept) });
            }}
          >
            {t("removed.remove")}
          </Button>
        </Flex>
      )}
      <FieldHelp help={field.help} />
      <FieldNotes notes={said} />
    </div>
  );
});
