import type { FlatNamespace, ParseKeys } from "i18next";

/** The key of any text with its namespace: `screening:commands.keep`. */
export type TextKey = {
  [Namespace in FlatNamespace]: `${Namespace}:${ParseKeys<Namespace>}`;
}[FlatNamespace];

/**
 * The text for a `value` that the API types as a plain string, of which `known` have one:
 * `textFor(code, REJECTIONS, (known) => t(`rejection.${known}`))`. A value without a text is
 * shown as it is and reported as an error, which fails unit tests and browser journeys.
 */
export function textFor<Known extends string>(
  value: string,
  known: readonly Known[],
  text: (known: Known) => string,
): string {
  const found = known.find((one) => one === value);
  if (found !== undefined) return text(found);
  reportError(new Error(`No text for "${value}": only for ${known.join(", ")}.`));
  return value;
}
