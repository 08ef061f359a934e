import { useTranslation } from "react-i18next";

import { MutedText } from "../layout/primitives";
import type { Answer } from "./formats/types";
import { useSpokenKey } from "./formats/use-spoken-key";
import classes from "./question.module.css";

/** The correct answer as text, if the marked options do not show all of it. */
export function KeyInWords({ format, answer }: { format: string; answer: Answer }) {
  const { t } = useTranslation();
  const spoken = useSpokenKey();
  return (
    <p className={classes.spoken}>
      <MutedText>{t("question.keyLabel")}</MutedText>{" "}
      <strong>{spoken(format, answer) || "–"}</strong>
    </p>
  );
}
