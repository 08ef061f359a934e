import { useTranslation } from "react-i18next";

import { letterOf } from "@/lib/protocol/protocol";

import classes from "./marked-options.module.css";

/** The options with the key marked, and what else there is to say of each. */
export function MarkedOptions({
  options,
  answer,
  marks = {},
}: {
  options: readonly string[];
  answer: string;
  /** By letter. */
  marks?: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation("evaluation");
  return (
    <ol className={classes.options}>
      {options.map((option, index) => {
        const letter = letterOf(index);
        const isKey = letter === answer;
        return (
          <li key={letter} className={classes.option} data-key={isKey || undefined}>
            <span>{letter}</span>
            <span>{option}</span>
            <span className={classes.mark}>
              {[isKey && t("samples.mark.key"), marks[letter]].filter(Boolean).join(" · ")}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
