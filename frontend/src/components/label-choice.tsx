import { deferred } from "@/lib/deferred";
import { useLocale } from "@/lib/i18n/use-locale";
import { choicesUnder, type LabelField, type Protocol } from "@/lib/protocol/protocol";
import { labelsWith } from "@/lib/protocol/record";

import { ChipChoice } from "./chip-choice";
import classes from "./label-choice.module.css";

const FindChoice = deferred(async () => (await import("./find-choice")).FindChoice);

type Labels = Readonly<Record<string, readonly string[]>>;

/** From so many choices on, one is found by typing as well. */
const MANY = 12;

interface LabelChoiceProps {
  protocol: Protocol;
  field: LabelField;
  labels: Labels;
  /** All labels as they are then: in a tree, one choice changes the fields above and below. */
  onChange: (labels: Record<string, string[]>) => void;
  error?: string;
  hideLabel?: boolean;
  withoutKeys?: boolean;
}

/**
 * One label field as chips. Of a tree, what lies under the choice above is offered, and any
 * choice can be found by typing, which decides the wider ones too.
 */
export function LabelChoice({ protocol, field, labels, onChange, ...rest }: LabelChoiceProps) {
  const { pick } = useLocale();
  const chosen = labels[field.id] ?? [];
  const options = choicesUnder(field, labels).map((choice) => ({
    value: choice.id,
    label: pick(choice.title),
    description: pick(choice.help),
  }));
  const choose = (choices: readonly string[]) => {
    onChange(labelsWith(protocol, labels, field.id, choices));
  };
  // Of a tree, anything can be chosen before what lies above it.
  const finds = field.choices.length > MANY;
  if (options.length === 0 && !finds) return null;
  const common = { label: pick(field.title), options, ...rest };
  return (
    <div className={field.parent ? classes.below : classes.top}>
      {options.length === 0 ? (
        !rest.hideLabel && <div className={classes.label}>{common.label}</div>
      ) : field.multiple ? (
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
      {finds && (
        <div className={classes.find}>
          <FindChoice
            protocol={protocol}
            field={field}
            taken={field.multiple ? chosen : []}
            onFound={(choice) => {
              choose(field.multiple ? [...chosen, choice] : [choice]);
            }}
          />
        </div>
      )}
    </div>
  );
}
