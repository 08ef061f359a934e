import { ChipChoice } from "@/components/chip-choice";
import { useLocale } from "@/lib/i18n/use-locale";
import { choicesUnder, type LabelField, type Protocol } from "@/lib/protocol/protocol";
import { type RecordContent, withLabels } from "@/lib/protocol/record";

import type { Notes } from "../form/notes";
import { FieldNotes } from "./field-notes";
import { FieldHelp } from "./field-help";

export interface PartProps {
  protocol: Protocol;
  content: RecordContent;
  notes: Notes;
  onEdit: (change: (content: RecordContent) => RecordContent) => void;
}

export function LabelPart({
  field,
  protocol,
  content,
  notes,
  onEdit,
}: PartProps & { field: LabelField }) {
  const { pick } = useLocale();
  const chosen = content.labels[field.id] ?? [];
  const path = `labels.${field.id}`;
  const options = choicesUnder(field, content.labels).map((choice) => ({
    value: choice.id,
    label: pick(choice.title),
    description: pick(choice.help),
  }));
  if (options.length === 0) return null;
  const choose = (choices: readonly string[]) => {
    onEdit((before) => withLabels(protocol, before, field.id, choices));
  };
  const common = { label: pick(field.title), options };
  return (
    <div data-field={path}>
      {field.multiple ? (
        <ChipChoice multiple {...common} value={chosen} onChange={choose} />
      ) : (
        <ChipChoice
          {...common}
          value={chosen[0] ?? null}
          onChange={(choice) => {
            choose([choice]);
          }}
        />
      )}
      <FieldHelp help={field.help} />
      <FieldNotes notes={notes.get(path)} />
    </div>
  );
}
