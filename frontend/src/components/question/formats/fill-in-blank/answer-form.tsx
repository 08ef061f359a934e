import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { isComposing } from "@/lib/commands/keys";

import classes from "../answer-form.module.css";
import type { AnswerFormProps } from "../types";

export function BlankAnswer({ value, onChange, onConfirm }: AnswerFormProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  // Focus the input, so that people can type at once.
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <TextInput
      ref={input}
      className={classes.blank}
      label={t("question.yourAnswer")}
      description={t("question.yourAnswerHint")}
      inputWrapperOrder={["label", "input", "description"]}
      size="md"
      autoComplete="off"
      maxLength={1000}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => {
        onChange(event.currentTarget.value === "" ? null : event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !isComposing(event.nativeEvent);
        if (event.key === "Enter" && isPlain) {
          event.preventDefault();
          onConfirm();
        }
      }}
    />
  );
}
