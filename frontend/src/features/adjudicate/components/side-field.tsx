import { Button, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { filledSentence } from "@/components/record/filled-sentence";
import { WordDiff } from "@/components/word-diff";
import { useLocale } from "@/lib/i18n/use-locale";
import { type LabelField, optionLetter, type ProtocolField } from "@/lib/protocol/protocol";

import type { ComparedField, ComparedRecord } from "../decision";
import { isLong } from "../folding";
import classes from "./record-rows.module.css";

interface SideFieldProps {
  field: ProtocolField;
  compared: ComparedField;
  records: readonly ComparedRecord[];
  side: number;
  /** Another field is worked on: a long text is shortened to what differs. */
  isFolded: boolean;
  onUnfold: () => void;
}

/** Words and spaces that stay on each side of a difference. */
const AROUND = 6;

/** One annotator's value, with marked differences. */
export function SideField(props: SideFieldProps) {
  const { field, compared, records, side, isFolded, onUnfold } = props;
  const { t } = useTranslation("adjudicate");
  const { pick } = useLocale();
  if (field.kind === "label") {
    return <SideLabel field={field} values={compared.values} side={side} />;
  }
  const said = records.map((record) =>
    field.kind === "text"
      ? (record.texts[field.id] ?? "")
      : filledSentence(field, record.sentences[field.id] ?? {}),
  );
  // The first is compared with the second, all others with the first.
  const [first = "", second = ""] = said;
  // All records of a field are shortened, or none, so that they stay equal.
  const isShortened = isFolded && said.some(isLong);
  const compareWith = side === 0 ? second : (said[side] ?? "");
  return (
    <>
      <div className={classes.text} data-shortened={isShortened || undefined}>
        <WordDiff
          before={first}
          after={compareWith}
          side={side === 0 ? "before" : "after"}
          around={isShortened ? AROUND : undefined}
        />
      </div>
      {isShortened && (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t("showAllOf", { letter: optionLetter(side), title: pick(field.title) })}
          onClick={onUnfold}
        >
          {t("showAll")}
        </Button>
      )}
    </>
  );
}

/** Choices that not all annotators made are marked, equally on all sides. */
function SideLabel({
  field,
  values,
  side,
}: {
  field: LabelField;
  values: readonly (readonly string[])[];
  side: number;
}) {
  const { t } = useTranslation("adjudicate");
  const { pick } = useLocale();
  const mine = values[side] ?? [];
  const titleOf = (id: string) => {
    const choice = field.choices.find((one) => one.id === id);
    return choice ? pick(choice.title) : id;
  };
  const isShared = (id: string) => values.every((value) => value.includes(id));
  const left = field.multiple
    ? field.choices
        .map(({ id }) => id)
        .filter((id) => !mine.includes(id) && values.flat().includes(id))
    : [];
  return (
    <ul className={classes.choices}>
      {mine.map((id) => (
        <li key={id} data-differs={!isShared(id) || undefined}>
          {titleOf(id)}
        </li>
      ))}
      {left.map((id) => (
        <li key={id} data-left-out>
          <VisuallyHidden>{t("leftOut")} </VisuallyHidden>
          {titleOf(id)}
        </li>
      ))}
      {mine.length === 0 && <li data-left-out>{t("saidNothing")}</li>}
    </ul>
  );
}
