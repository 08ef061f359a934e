import { useTranslation } from "react-i18next";

import { MutedText, PlainList } from "@/components/layout/primitives";
import { PlacedText } from "@/components/question/placed-text";
import { optionLetter } from "@/lib/protocol/protocol";

import classes from "./marked-options.module.css";

/** The options with the key and other marks. */
export function MarkedOptions({
  options,
  answer,
  keyText,
  marks = {},
}: {
  options: readonly string[];
  /** The letter, or letters, of the key. */
  answer: string;
  /** The key as text, for formats without options. */
  keyText: string;
  /** By the answer, mostly a letter. */
  marks?: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation("evaluation");
  const letters = options.map((_, index) => optionLetter(index));
  const others = Object.entries(marks).filter(([answered]) => !letters.includes(answered));
  return (
    <PlainList component="ol" gap="0.15rem">
      {options.length === 0 && (
        <li className={classes.option} data-key>
          <span />
          <span>{keyText}</span>
          <MutedText className="nowrap">{t("samples.mark.key")}</MutedText>
        </li>
      )}
      {options.map((option, index) => {
        const letter = optionLetter(index);
        const isKey = answer.includes(letter);
        return (
          <li key={letter} className={classes.option} data-key={isKey || undefined}>
            <span>{letter}</span>
            <span>
              <PlacedText text={option} />
            </span>
            <MutedText className="nowrap">
              {[isKey && t("samples.mark.key"), marks[letter]].filter(Boolean).join(" · ")}
            </MutedText>
          </li>
        );
      })}
      {others.map(([answered, mark]) => (
        <li key={answered} className={classes.option}>
          <span />
          <span>{answered}</span>
          <MutedText className="nowrap">{mark}</MutedText>
        </li>
      ))}
    </PlainList>
  );
}
