import { ActionIcon, Box, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isComposing } from "@/lib/commands/keys";

import type { KeyFormProps } from "../types";
import { parseBlankKey, parseNumber } from "./key";
import classes from "./key-form.module.css";

/** Accepted answers, one per line; Enter adds a line. Tolerance and unit for numbers. */
export function BlankKeyForm({ value, onChange, errors }: KeyFormProps) {
  const { t } = useTranslation();
  const key = parseBlankKey(value);
  const [typed, setTyped] = useState("");
  // "0." may become "0.1": the typed text stays while its value is equal.
  const shown = parseNumber(typed) === key.tolerance ? typed : String(key.tolerance ?? "");
  const lines = useRef<HTMLDivElement>(null);
  const focusLine = (index: number) => {
    requestAnimationFrame(() => {
      lines.current?.querySelectorAll("input")[index]?.focus();
    });
  };
  const add = () => {
    onChange({ ...key, accepted: [...key.accepted, ""] });
    focusLine(key.accepted.length);
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    add();
  };
  const general = errors[""] ?? errors["accepted"];
  return (
    <div className={classes.key}>
      <div ref={lines} role="group" aria-label={t("question.accepted")} className={classes.lines}>
        <Box component="span" fw={600}>
          {t("question.accepted")}
        </Box>
        {key.accepted.map((text, index) => (
          <div key={index} className={classes.line}>
            <TextInput
              aria-label={t("question.acceptedNumber", { number: index + 1 })}
              value={text}
              error={errors[`accepted.${String(index)}`] ?? (index === 0 ? general : undefined)}
              onKeyDown={onEnter}
              onChange={(event) => {
                const accepted = key.accepted.with(index, event.currentTarget.value);
                onChange({ ...key, accepted });
              }}
            />
            {key.accepted.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t("question.removeAccepted", { number: index + 1 })}
                onClick={() => {
                  onChange({ ...key, accepted: key.accepted.filter((_, at) => at !== index) });
                  focusLine(Math.max(index - 1, 0));
                }}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={add}
        >
          {t("question.addAccepted")}
        </Button>
      </div>
      <div className={classes.numbers}>
        <TextInput
          label={t("question.tolerance")}
          description={t("question.toleranceHint")}
          leftSection="±"
          inputMode="decimal"
          value={shown}
          error={errors["tolerance"]}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange({ ...key, tolerance: parseNumber(event.currentTarget.value) });
          }}
        />
        <TextInput
          label={t("question.unit")}
          description={t("question.unitHint")}
          value={key.unit}
          error={errors["unit"]}
          onChange={(event) => {
            onChange({ ...key, unit: event.currentTarget.value });
          }}
        />
      </div>
    </div>
  );
}
