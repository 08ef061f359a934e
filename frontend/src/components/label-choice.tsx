import { Box } from "@mantine/core";

import { loadWhenNeeded } from "@/lib/deferred";
import { useLocale } from "@/lib/i18n/use-locale";
import { choicesUnder, type LabelField, type Protocol } from "@/lib/protocol/protocol";
import { labelsWith } from "@/lib/protocol/record";

import { ChipChoice } from "./chip-choice";
import classes from "./label-choice.module.css";

const FindChoice = loadWhenNeeded(async () => (await import("./find-choice")).FindChoice);

type Labels = Readonly<Record<string, readonly string[]>>;

/** Number of choices from which one can be found by typing. */
const MANY = 12;

interface LabelChoiceProps {
  protocol: Protocol;
  field: LabelField;
  labels: Labels;
  /** All labels after the change: in a tree, one choice changes the fields above and below. */
  onChange: (labels: Record<string, string[]>) => void;
  error?: string;
  hideLabel?: boolean;
  withoutKeys?: boolean;
}

/**
 * One label field as chips. In a tree, the choices below the chosen parent are shown; any choice
 * can be found by typing, which also sets its parents.
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
  // In a tree, any choice can be made before its parents.
  const finds = field.choices.length > MANY;
  if (options.length === 0 && !finds) return null;
  const common = { label: pick(field.title), options, ...rest };
  return (
    <div className={field.parent ? classes.below : classes.top}>
      {options.length === 0 ? (
        !rest.hideLabel && <Box fw={600}>{common.label}</Box>
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
