import { getQuestionFormat } from "@/components/question/formats/registry";
import { sameAnswer } from "@/components/question/formats/same-answer";
import { optionLetter } from "@/lib/protocol/protocol";

import {
  type ComparedRecord,
  decidedContent,
  type Decision,
  isQuestionChosen,
  type QuestionContent,
  type Source,
} from "./decision";

/** Name of a compared question on the page: A1, B2 … */
export interface NamedQuestion {
  name: string;
  text: QuestionContent;
}

/** One wording of a part, and the questions that have it. */
export interface WordingOffer {
  names: readonly string[];
  text: string;
}

export interface OptionOffer extends WordingOffer {
  /** Questions in which it is a correct answer. */
  keyOf: readonly string[];
}

/** Source questions of each part; none if the adjudicator wrote it. */
export interface QuestionOrigins {
  stem: readonly string[];
  options: readonly (readonly string[])[];
  answer: readonly string[];
}

export const nameOf = ({ annotation, question }: Source) =>
  `${optionLetter(annotation)}${String(question + 1)}`;

export const namedSources = (
  records: readonly ComparedRecord[],
  sources: readonly Source[],
): readonly NamedQuestion[] =>
  sources.map((source) => ({ name: nameOf(source), text: decidedContent(records, source) }));

/** Return one unused question of each annotator: the same fixed one, or the next. */
export function mergeSources(
  decision: Decision,
  records: readonly ComparedRecord[],
): readonly Source[] {
  const left = records.map((record, annotation) =>
    record.questions
      .map((_, question) => ({ annotation, question }))
      .filter((source) => !isQuestionChosen(decision, source)),
  );
  const first = left.flat()[0];
  if (!first) return [];
  const { fixed } = decidedContent(records, first);
  return left.flatMap((sources) => {
    const match = sources.find((source) => decidedContent(records, source).fixed === fixed);
    return match ? [match] : [];
  });
}

/** Return the equal parts of all questions; differing parts are left to choose. */
export function mergedStart(sources: readonly NamedQuestion[]): QuestionContent {
  const [first, ...others] = sources.map(({ text }) => text);
  if (!first) throw new Error("There is nothing to merge.");
  const shared = first.options.filter((option) =>
    others.every(({ options }) => options.some((one) => isSameText(one, option))),
  );
  const left = first.options.length - shared.length;
  const start: QuestionContent = {
    ...first,
    stem: others.every(({ stem }) => isSameText(stem, first.stem)) ? first.stem : "",
    options: [...shared, ...Array.from({ length: left }, () => "")],
    answer: null,
  };
  const isOneKey = others.every((other) => hasSameKey(first, other));
  return isOneKey ? withKeyOf(start, first) : start;
}

export function stemOffers(sources: readonly NamedQuestion[]): readonly WordingOffer[] {
  return offersOf(sources.map(({ name, text }) => ({ name, text: text.stem })));
}

export function optionOffers(sources: readonly NamedQuestion[]): readonly OptionOffer[] {
  const all = sources.flatMap(({ name, text }) =>
    text.options.map((option) => ({ name, text: option })),
  );
  return offersOf(all).map((offer) => ({
    ...offer,
    keyOf: sources
      .filter(({ text }) => keyTexts(text).some((key) => isSameText(key, offer.text)))
      .map(({ name }) => name),
  }));
}

/** Add the option in the first free row, or remove it. */
export function withOption(content: QuestionContent, option: string): QuestionContent {
  const at = content.options.findIndex((one) => isSameText(one, option));
  const free = content.options.findIndex((one) => !one.trim());
  if (at < 0) {
    return free < 0 ? content : { ...content, options: content.options.with(free, option) };
  }
  const kind = getQuestionFormat(content.format);
  const { answer } = content;
  const left = kind.hasSeveralKeys ? kind.toggled(answer, at) : null;
  return {
    ...content,
    options: content.options.with(at, ""),
    answer: kind.marked(answer).includes(at) ? left : answer,
  };
}

/** Use the correct answer of `source`, with the options that it marks. */
export function withKeyOf(content: QuestionContent, source: QuestionContent): QuestionContent {
  const filled = keyTexts(source).reduce(
    (so, key) => (so.options.some((one) => isSameText(one, key)) ? so : withOption(so, key)),
    content,
  );
  const answer = keyAmong(filled.options, source);
  return answer === undefined ? content : { ...filled, answer };
}

export function originsOfMergedQuestion(
  content: QuestionContent,
  sources: readonly NamedQuestion[],
): QuestionOrigins {
  const names = (is: (text: QuestionContent) => boolean) =>
    sources.filter(({ text }) => is(text)).map(({ name }) => name);
  return {
    stem: names(({ stem }) => isSameText(stem, content.stem)),
    options: content.options.map((option) =>
      names(({ options }) => options.some((one) => isSameText(one, option))),
    ),
    answer: names((text) => hasSameKey(text, content)),
  };
}

/** Return the questions of which any part is used. */
export function usedQuestionNames({ stem, options, answer }: QuestionOrigins): readonly string[] {
  return [...new Set([stem, ...options, answer].flat())].sort();
}

export const isSameText = (one: string, other: string) =>
  one.trim() !== "" && one.trim() === other.trim();

function hasSameKey(one: QuestionContent, other: QuestionContent): boolean {
  if (one.answer === null) return false;
  const [key, same] = [keyAmong(one.options, one), keyAmong(one.options, other)];
  return same !== undefined && sameAnswer(key, same);
}

/** Return the key of `source` for these options; undefined if they lack one that it marks. */
export function keyAmong(
  options: readonly string[],
  source: QuestionContent,
  kind = getQuestionFormat(source.format),
): unknown {
  const marked = keyTexts(source, kind);
  if (marked.length === 0) return source.answer;
  const places = marked.map((key) => options.findIndex((one) => isSameText(one, key)));
  return places.includes(-1) ? undefined : places.reduce<unknown>(kind.toggled, null);
}

/** The options that a key marks, in the order of the key. */
export function keyTexts(
  { format, options, answer }: QuestionContent,
  kind = getQuestionFormat(format),
): readonly string[] {
  return kind.marked(answer).map((at) => options[at] ?? "");
}

function offersOf(said: readonly { name: string; text: string }[]): readonly WordingOffer[] {
  const offers: { names: string[]; text: string }[] = [];
  for (const { name, text } of said) {
    const there = offers.find((offer) => isSameText(offer.text, text));
    if (there) there.names.push(name);
    else if (text.trim()) offers.push({ names: [name], text });
  }
  return offers;
}
