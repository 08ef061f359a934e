import { useTranslation } from "react-i18next";

import { Muted, PlainList } from "@/components/layout/primitives";
import { PlacedText } from "@/components/question/placed-text";
import { letterOf } from "@/lib/protocol/protocol";

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
  const letters = options.map((_, index) => letterOf(index));
  const others = Object.entries(marks).filter(([answered]) => !letters.includes(answered));
  return (
    <PlainList component="ol" gap="0.15rem">
      {options.length === 0 && (
        <li className={classes.option} data-key>
          <span />
          <span>{keyText}</span>
          <Muted className="nowrap">{t("samples.mark.key")}</Muted>
        </li>
      )}
      {options.map((option, index) => {
        const letter = letterOf(index);
        const isKey = answer.includes(letter);
        return (
          <li key={letter} className={classes.option} data-key={isKey || undefined}>
            <span>{letter}</span>
            <span>
              <PlacedText text={option} />
            </span>
            <Muted className="nowrap">
              {[isKey && t("samples.mark.key"), marks[letter]].filter(Boolean).join(" · ")}
            </Muted>
          </li>
        );
      })}
      {others.map(([answered, mark]) => (
        <li key={answered} className={classes.option}>
          <span />
          <span>{answered}</span>
          <Muted className="nowrap">{mark}</Muted>
        </li>
      ))}
    </PlainList>
  );
}
