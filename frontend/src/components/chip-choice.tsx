import { IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";

import classes from "./chip-choice.module.css";

export interface ChipOption<Value extends string = string> {
  value: Value;
  label: string;
  /** Shown on hover: the guideline of the choice. */
  description?: string;
  disabled?: boolean;
}

interface CommonProps<Value extends string> {
  label: string;
  options: readonly ChipOption<Value>[];
  /** Error below the chips. */
  error?: string;
  /** Instead of "Choose one". */
  hint?: string;
  hideLabel?: boolean;
  /** For pages that use the number keys for other commands. */
  withoutKeys?: boolean;
  /** For scales: a value of one digit is its own key. */
  keysAreValues?: boolean;
  disabled?: boolean;
  onFocus?: () => void;
}

interface SingleProps<Value extends string> extends CommonProps<Value> {
  multiple?: false;
  value: Value | null;
  onChange: (value: Value) => void;
}

interface MultipleProps<Value extends string> extends CommonProps<Value> {
  multiple: true;
  value: readonly Value[];
  /** In the order of the options, not of the clicks. */
  onChange: (value: Value[]) => void;
}

export type ChipChoiceProps<Value extends string> = SingleProps<Value> | MultipleProps<Value>;

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * A label as a row of chips. The number keys choose while the row has the focus. A row with one
 * choice is a radio group (arrows move), a row with several a group of checkboxes.
 */
export function ChipChoice<Value extends string>(props: ChipChoiceProps<Value>) {
  const { label, options, error, hint, hideLabel = false, disabled = false, onFocus } = props;
  const ownKeys = props.keysAreValues ? options.map(({ value }) => String(value)) : KEYS;
  const keys = props.withoutKeys ? [] : ownKeys;
  const { t } = useTranslation();
  const id = useId();
  const chips = useRef<(HTMLButtonElement | null)[]>([]);
  const chosen: readonly Value[] = props.multiple
    ? props.value
    : props.value === null
      ? []
      : [props.value];
  const firstChosen = options.findIndex((option) => chosen.includes(option.value));

  const choose = (option: ChipOption<Value> | undefined) => {
    if (!option || option.disabled || disabled) return;
    if (!props.multiple) {
      props.onChange(option.value);
      return;
    }
    const next = new Set(props.value);
    if (!next.delete(option.value)) next.add(option.value);
    props.onChange(options.map(({ value }) => value).filter((value) => next.has(value)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = keys.indexOf(event.key);
    if (digit >= 0 && digit < options.length) {
      event.preventDefault();
      choose(options[digit]);
      chips.current[digit]?.focus();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = chips.current.findIndex((chip) => chip === document.activeElement);
    const next = (at + step + options.length) % options.length;
    chips.current[next]?.focus();
    if (!props.multiple) choose(options[next]);
  };

  return (
    <div className="on-screen">
      <div className={hideLabel ? classes.hidden : classes.label} id={`${id}-label`}>
        {label}
        <span className={classes.hint}>
          {hint ?? t(props.multiple ? "choice.several" : "choice.one")}
        </span>
      </div>
      {/* The keys are those of the group; its chips hold the focus. */}
      <div
        className={classes.chips}
        role={props.multiple ? "group" : "radiogroup"}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {options.map((option, index) => {
          const isChosen = chosen.includes(option.value);
          const key = keys[index];
          return (
            <button
              key={option.value}
              ref={(chip) => {
                chips.current[index] = chip;
              }}
              type="button"
              className={classes.chip}
              role={props.multiple ? "checkbox" : "radio"}
              aria-checked={isChosen}
              aria-keyshortcuts={key}
              tabIndex={props.multiple || index === Math.max(firstChosen, 0) ? 0 : -1}
              title={option.description}
              disabled={disabled || option.disabled}
              onClick={() => {
                choose(option);
              }}
            >
              {isChosen ? (
                <IconCheck className={classes.mark} size={16} stroke={2.4} aria-hidden="true" />
              ) : (
                <span className={classes.mark}>
                  {key && key !== option.label && <KeyboardKey keys={key} />}
                  <span className={classes.ring} />
                </span>
              )}
              {option.label}
            </button>
          );
        })}
      </div>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
