import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatOf } from "@/components/question/formats/registry";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { PlacedText } from "@/components/question/placed-text";

import type { QuestionContent } from "../decision";
import {
  isSame,
  keyTexts,
  type NamedQuestion,
  optionOffers,
  originsOf,
  stemOffers,
  withKeyOf,
  withOption,
} from "../merging";
import classes from "./merge-offers.module.css";

interface MergeOffersProps {
  content: QuestionContent;
  sources: readonly NamedQuestion[];
  onChange: (content: QuestionContent) => void;
}

/** The differing parts of questions, with a button to use each wording. */
export function MergeOffers({ content, sources, onChange }: MergeOffersProps) {
  const { t } = useTranslation("adjudicate");
  const spoken = useSpokenKey();
  const stems = stemOffers(sources);
  const options = optionOffers(sources);
  const { answer } = originsOf(content, sources);
  const free = content.options.filter((option) => !option.trim()).length;
  const hasOptions = formatOf(content.format).hasOptions;
  const keysDiffer = answer.length < sources.length;
  return (
    <div className={classes.offers}>
      {stems.length > 1 && content.fixed === null && (
        <Part title={t("mergeParts.stem")}>
          {stems.map(({ names, text }) => (
            <Wording
              key={text}
              names={names}
              pressed={isSame(text, content.stem)}
              onClick={() => {
                onChange({ ...content, stem: text });
              }}
            >
              <PlacedText text={text} />
            </Wording>
          ))}
        </Part>
      )}
      {hasOptions && options.length > content.options.length && (
        <Part title={t("mergeParts.options", { count: free })}>
          {options.map(({ names, text, keyOf }) => {
            const pressed = content.options.some((one) => isSame(one, text));
            return (
              <Wording
                key={text}
                names={names}
                pressed={pressed}
                disabled={!pressed && free === 0}
                onClick={() => {
                  onChange(withOption(content, text));
                }}
              >
                <PlacedText text={text} />
                {keyOf.length > 0 && (
                  <span className={classes.key}>
                    {t("mergeParts.keyOf", { names: keyOf.join(" + ") })}
                  </span>
                )}
              </Wording>
            );
          })}
        </Part>
      )}
      {keysDiffer && (
        <Part title={t("mergeParts.answer")}>
          {sources.map(({ name, text }) => (
            <Wording
              key={name}
              names={[name]}
              pressed={answer.includes(name)}
              onClick={() => {
                onChange(withKeyOf(content, text));
              }}
            >
              {keyTexts(text).join(", ") || spoken(text.format, text.answer)}
            </Wording>
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className={classes.part}>
      <div className={classes.title}>{title}</div>
      {children}
    </div>
  );
}

interface WordingProps {
  names: readonly string[];
  pressed: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Wording({ names, pressed, disabled, onClick, children }: WordingProps) {
  return (
    <button
      type="button"
      className={classes.wording}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={classes.names}>{names.join(" + ")}</span>
      <span className={classes.text}>{children}</span>
    </button>
  );
}
