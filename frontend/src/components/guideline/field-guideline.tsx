import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import type { ProtocolField, QuestionRules } from "@/lib/protocol/protocol";

import { parseGuidelineBlocks } from "./blocks";
import { GuidelineBlock } from "./guideline-text";
import classes from "./guideline.module.css";

interface FieldGuidelineProps {
  field: ProtocolField | null;
  /** Instead of a field: the rules for questions. */
  questions?: QuestionRules | null;
}

/** The guideline of one field: its help, each choice, examples. */
export function FieldGuideline({ field, questions = null }: FieldGuidelineProps) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  if (questions) {
    return (
      <div className={classes.field}>
        <h3>{t("guideline.questions")}</h3>
        <p>{t("guideline.questionsText", { count: questions.options })}</p>
      </div>
    );
  }
  if (!field) return null;
  const choices = field.kind === "label" ? field.choices.filter(({ help }) => help) : [];
  return (
    <div className={classes.field}>
      <h3>{pick(field.title)}</h3>
      {field.help && <p>{pick(field.help)}</p>}
      {choices.length > 0 && (
        <dl>
          {choices.map(({ id, title, help }) => (
            <div key={id}>
              <dt>{pick(title)}</dt>
              <dd>{pick(help)}</dd>
            </div>
          ))}
        </dl>
      )}
      {(field.examples ?? []).map((example, index) => (
        <div key={index} className={classes.example}>
          <strong>{t("guideline.example")}</strong>
          {parseGuidelineBlocks(pick(example)).map((block, at) => (
            <GuidelineBlock key={at} block={block} />
          ))}
        </div>
      ))}
    </div>
  );
}
