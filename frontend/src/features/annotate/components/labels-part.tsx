import { memo } from "react";

import { LabelChoice } from "@/components/label-choice";
import type { LabelField, Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import type { Edit } from "../draft/edits";
import type { Note } from "../form/notes";
import { FieldNotes } from "./field-notes";
import { FieldHelp } from "./field-help";

export interface PartProps {
  onEdit: (edit: Edit) => void;
  /** An edit by a key typed into a text, which the form may follow after a pause. */
  onType: (edit: Edit) => void;
}

interface LabelPartProps extends Pick<PartProps, "onEdit"> {
  protocol: Protocol;
  field: LabelField;
  labels: RecordContent["labels"];
  said: readonly Note[] | undefined;
}

export const LabelPart = memo(function LabelPart({
  field,
  protocol,
  labels,
  said,
  onEdit,
}: LabelPartProps) {
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
      <FieldHelp help={field.help} />
      <FieldNotes notes={said} />
    </div>
  );
});
