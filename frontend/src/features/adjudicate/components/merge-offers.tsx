import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { getQuestionFormat } from "@/components/question/formats/registry";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { PlacedText } from "@/components/question/placed-text";

import type { QuestionContent } from "../decision";
import {
  isSameText,
  keyTexts,
  type NamedQuestion,
  optionOffers,
  originsOfMergedQuestion,
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
  const { answer } = originsOfMergedQuestion(content, sources);
  const free = content.options.filter((option) => !option.trim()).length;
  const hasOptions = getQuestionFormat(content.format).hasOptions;
  const keysDiffer = answer.length < sources.length;
  return (
    <Stack gap="sm" mb="sm">
      {stems.length > 1 && content.fixed === null && (
        <Part title={t("mergeParts.stem")}>
          {stems.map(({ names, text }) => (
            <Wording
              key={text}
              names={names}
              pressed={isSameText(text, content.stem)}
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
            const pressed = content.options.some((one) => isSameText(one, text));
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
                  <MutedText className="nowrap" ms="0.5rem" fz="0.9375rem">
                    {t("mergeParts.keyOf", { names: keyOf.join(" + ") })}
                  </MutedText>
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
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack role="group" aria-label={title} gap="0.3rem">
      <Box fw={600}>{title}</Box>
      {children}
    </Stack>
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
      <MutedText flex="none" miw="1.6rem" fz="0.9375rem" fw={600}>
        {names.join(" + ")}
      </MutedText>
      <Box className="anywhere" component="span" miw={0}>
        {children}
      </Box>
    </button>
  );
}
