import { Stack, Textarea, TextInput, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";

import { LabelChoice } from "@/components/label-choice";
import { filledSentence } from "@/components/record/filled-sentence";
import { LiveSentence } from "@/components/record/live-sentence";
import { isComposing } from "@/lib/commands/keys";
import { useLocale } from "@/lib/i18n/use-locale";
import {
  textLength,
  type LabelField,
  type Protocol,
  type ProtocolField,
  type SentenceField,
  type TextField,
} from "@/lib/protocol/protocol";

import {
  type DecisionAction,
  type ComparedField,
  type Decision,
  overridesEverybody,
} from "../decision";
import { setLabels } from "../labels";
import classes from "./record-rows.module.css";

interface FinalFieldProps<Field extends ProtocolField> {
  protocol: Protocol;
  field: Field;
  compared: ComparedField;
  decision: Decision;
  errors: Readonly<Record<string, string>>;
  /** Another field is worked on, and this one needs little room. */
  isFolded: boolean;
  /** The reason is complete: move to the next field. */
  onNext: () => void;
  dispatch: Dispatch<DecisionAction>;
}

/** The final value of one field: used, merged or written. */
export function FinalField({ field, ...rest }: FinalFieldProps<ProtocolField>) {
  switch (field.kind) {
    case "label":
      return <FinalLabel field={field} {...rest} />;
    case "text":
      return <FinalText field={field} {...rest} />;
    case "sentence":
      return <FinalSentence field={field} {...rest} />;
  }
}

function FinalLabel({
  protocol,
  field,
  compared,
  decision,
  errors,
  isFolded,
  onNext,
  dispatch,
}: FinalFieldProps<LabelField>) {
  const { t } = useTranslation("adjudicate");
  const chosen = decision.labels[field.id] ?? [];
  return (
    <>
      <LabelChoice
        protocol={protocol}
        field={field}
        labels={decision.labels}
        error={errors[`labels.${field.id}`]}
        hideLabel
        // The number keys choose for the field that is worked on.
        withoutKeys={isFolded}
        onChange={(labels) => {
          setLabels(dispatch, decision, labels);
        }}
      />
      {overridesEverybody(field, chosen, compared.values) && (
        <Textarea
          mt="sm"
          label={t("reason.label")}
          description={t("reason.why")}
          autosize
          minRows={1}
          required
          data-reason
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onNext();
          }}
          value={decision.reasons[field.id] ?? ""}
          error={errors[`reasons.${field.id}`]}
          onChange={(event) => {
            dispatch({ type: "reason", field: field.id, value: event.currentTarget.value });
          }}
        />
      )}
    </>
  );
}

/** A decided value in one line; it opens to be changed. */
export function SettledField({
  field,
  decision,
  onUnfold,
}: {
  field: LabelField | SentenceField;
  decision: Decision;
  onUnfold: () => void;
}) {
  const { t } = useTranslation("adjudicate");
  const { pick } = useLocale();
  const values =
    field.kind === "label"
      ? field.choices
          .filter(({ id }) => decision.labels[field.id]?.includes(id))
          .map(({ title }) => pick(title))
      : [filledSentence(field, decision.sentences[field.id] ?? {})];
  return (
    <UnstyledButton className={classes.settled} onClick={onUnfold}>
      {values.map((value) => (
        <span key={value} className={classes.settledValue}>
          {value}
        </span>
      ))}
      <IconPencil size={16} aria-hidden="true" />
      <VisuallyHidden>{t("change")}</VisuallyHidden>
    </UnstyledButton>
  );
}

function FinalText({ field, decision, errors, isFolded, dispatch }: FinalFieldProps<TextField>) {
  const { t } = useTranslation(["adjudicate", "common"]);
  const { pick } = useLocale();
  const text = decision.texts[field.id] ?? "";
  const count = textLength(text, field.unit);
  return (
    <Textarea
      aria-label={pick(field.title)}
      placeholder={t("text.placeholder")}
      autosize
      minRows={isFolded ? 1 : 3}
      maxRows={isFolded ? 3 : 18}
      value={text}
      error={errors[`texts.${field.id}`]}
      description={
        text
          ? [
              t(`common:question.length.${field.unit}`, { count }),
              count < field.minimum ? t("text.minimum", { count: field.minimum }) : "",
              field.maximum != null && count > field.maximum
                ? t("text.maximum", { count: field.maximum })
                : "",
            ]
              .filter(Boolean)
              .join(" · ")
          : undefined
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={(event) => {
        dispatch({ type: "text", field: field.id, value: event.currentTarget.value });
      }}
    />
  );
}

function FinalSentence({ field, decision, errors, dispatch }: FinalFieldProps<SentenceField>) {
  const { pick } = useLocale();
  const slots = decision.sentences[field.id] ?? {};
  return (
    <Stack gap="0.5rem">
      {field.slots.map((slot) => (
        <TextInput
          key={slot.id}
          label={pick(slot.title)}
          value={slots[slot.id] ?? ""}
          error={errors[`sentences.${field.id}.${slot.id}`]}
          onChange={(event) => {
            const value = { ...slots, [slot.id]: event.currentTarget.value };
            dispatch({ type: "sentence", field: field.id, value });
          }}
        />
      ))}
      <LiveSentence field={field} slots={slots} />
    </Stack>
  );
}
