import { useTranslation } from "react-i18next";

import { optionLetter } from "@/lib/protocol/protocol";

import classes from "./final-record.module.css";

export interface PartOrigins {
  stem: readonly string[];
  options: readonly (readonly string[])[];
  answer: readonly string[];
}

/** Source of each part of a question: "Question A1 · A B1 · B A1 · …". */
export function QuestionOriginsLine({ origins }: { origins: PartOrigins }) {
  const { t } = useTranslation();
  const said = (names: readonly string[]) => names.join(" + ") || t("origin.own");
  const parts = [
    { part: t("question.stem"), from: said(origins.stem) },
    ...origins.options.map((names, at) => ({ part: optionLetter(at), from: said(names) })),
    { part: t("question.key"), from: said(origins.answer) },
  ];
  return (
    <ul className={classes.origins} aria-label={t("origin.label")}>
      {parts.map(({ part, from }) => (
        <li key={part}>
          <strong>{part}</strong> {from}
        </li>
      ))}
    </ul>
  );
}
