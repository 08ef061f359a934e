import { LabelChoice } from "@/components/label-choice";
import type { LabelField, Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import type { Edit } from "../draft/edits";
import type { Notes } from "../form/notes";
import { FieldNotes } from "./field-notes";
import { FieldHelp } from "./field-help";

export interface PartProps {
  protocol: Protocol;
  content: RecordContent;
  notes: Notes;
  onEdit: (edit: Edit) => void;
}

export function LabelPart({
  field,
  protocol,
  content,
  notes,
  onEdit,
}: PartProps & { field: LabelField }) {
  const path = `labels.${field.id}`;
  return (
    <div data-field={path}>
      <LabelChoice
        protocol={protocol}
        field={field}
        labels={content.labels}
        onChange={(labels) => {
          onEdit({ type: "labels", labels });
        }}
      />
      <FieldHelp help={field.help} />
      <FieldNotes notes={notes.get(path)} />
    </div>
  );
}
