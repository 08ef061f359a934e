import { useTranslation } from "react-i18next";

import { getQuestionFormat } from "@/components/question/formats/registry";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { useLocale } from "@/lib/i18n/use-locale";
import { optionLetter, type Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import type { DraftDifference } from "./differences";

/** Return a part of a record as text. */
export function useRecordWords(protocol: Protocol) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const spoken = useSpokenKey();
  const fieldOf = (id: string) => protocol.fields.find((field) => field.id === id);
  return {
    title: ({ part, id }: DraftDifference, mine: RecordContent, theirs: RecordContent): string => {
      if (part !== "questions") return pick(fieldOf(id)?.title) || t("removed.field");
      const at = (record: RecordContent) => record.questions.findIndex(({ uid }) => uid === id);
      return t("question.title", { number: Math.max(at(mine), at(theirs)) + 1 });
    },
    text: ({ part, id }: DraftDifference, record: RecordContent): string => {
      if (part === "texts") return record.texts[id] ?? "";
      if (part === "sentences") return Object.values(record.sentences[id] ?? {}).join(" · ");
      if (part === "labels") {
        const field = fieldOf(id);
        const choices = field?.kind === "label" ? field.choices : [];
        return (record.labels[id] ?? [])
          .map((value) => pick(choices.find(({ id }) => id === value)?.title) || t("removed.label"))
          .join(", ");
      }
      const question = record.questions.find(({ uid }) => uid === id);
      if (!question) return t("conflict.noQuestion");
      const kind = getQuestionFormat(question.format);
      const options = question.options.map((option, at) => {
        const mark = kind.marked(question.answer).includes(at) ? " ✓" : "";
        return `${optionLetter(at)} ${option}${mark}`;
      });
      const key = kind.hasOptions ? [] : [spoken(question.format, question.answer)];
      return [question.stem, ...options, ...key].join("\n");
    },
  };
}
