import { useTranslation } from "react-i18next";

import { filledSentence } from "@/components/record/filled-sentence";
import { WordDiff } from "@/components/word-diff";
import { useLocale } from "@/lib/i18n/use-locale";
import type { LabelField, ProtocolField } from "@/lib/protocol/protocol";

import type { ComparedField, ComparedRecord } from "../decision";
import classes from "./record-rows.module.css";

interface SideFieldProps {
  field: ProtocolField;
  compared: ComparedField;
  records: readonly ComparedRecord[];
  side: number;
}

/** One annotator's value, with marked differences. */
export function SideField({ field, compared, records, side }: SideFieldProps) {
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
  return (
    <div className={classes.text}>
      {side === 0 ? (
        <WordDiff before={first} after={second} side="before" />
      ) : (
        <WordDiff before={first} after={said[side] ?? ""} side="after" />
      )}
    </div>
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
          <span className={classes.hiddenText}>{t("leftOut")} </span>
          {titleOf(id)}
        </li>
      ))}
      {mine.length === 0 && <li data-left-out>{t("saidNothing")}</li>}
    </ul>
  );
}
