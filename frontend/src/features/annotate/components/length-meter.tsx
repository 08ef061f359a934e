import { useTranslation } from "react-i18next";

import { withoutImages } from "@/lib/protocol/placed";
import { type LengthLimits, textLength, lengthVerdict } from "@/lib/protocol/protocol";

import classes from "./length-meter.module.css";

/** Length of a text beside its limits. */
export function LengthMeter({ text, limits }: { text: string; limits: LengthLimits }) {
  const { t } = useTranslation("annotate");
  const count = textLength(withoutImages(text), limits.unit);
  const verdict = lengthVerdict(count, limits);
  const isShort = verdict === "short" && count > 0;
  const unit = limits.unit;
  let hint = "";
  if (verdict === "long") hint = t(`length.atMost.${unit}`, { count: limits.maximum ?? 0 });
  else if (isShort) hint = t(`length.atLeast.${unit}`, { count: limits.minimum ?? 0 });
  else if (limits.target != null) hint = t(`length.about.${unit}`, { count: limits.target });
  return (
    <span className={classes.length} data-verdict={isShort ? "short" : verdict}>
      <strong>{t(`length.is.${unit}`, { count })}</strong>
      {hint && ` · ${hint}`}
    </span>
  );
}
