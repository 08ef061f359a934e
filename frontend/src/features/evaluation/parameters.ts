import type { components } from "@/api/generated";

export type RequestParameters = components["schemas"]["RequestParameters"];

/** The parameters as they are typed: empty stands for the setting's own. */
export type ParameterDraft = Record<(typeof PARAMETERS)[number], string>;

export const PARAMETERS = [
  "maximum_tokens",
  "temperature",
  "top_p",
  "seed",
  "image_pixels",
  "tokens_field",
  "reasoning_effort",
  "seconds",
  "stream",
  "image_bytes",
  "extra_body",
] as const;

/** Those that models on the worker's own GPU have, too. */
export const LOCAL_PARAMETERS: readonly string[] = PARAMETERS.slice(0, 5);

export function toParameterDraft(parameters: RequestParameters = {}): ParameterDraft {
  const typed = (name: (typeof PARAMETERS)[number]) => {
    const value = parameters[name] ?? "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(PARAMETERS.map((name) => [name, typed(name)])) as ParameterDraft;
}

/** What was typed as the API takes it; it refuses what is no value, at its field. */
export function parseParameters(
  draft: ParameterDraft,
  names: readonly string[] = PARAMETERS,
): RequestParameters {
  return Object.fromEntries(
    PARAMETERS.filter((name) => names.includes(name)).map((name) => {
      const text = draft[name].trim();
      return [name, text === "" ? null : valueOf(name, text)];
    }),
  );
}

/** The given parameters in one line, as tables name them. */
export function parametersLabel(parameters: RequestParameters = {}): string {
  const draft = toParameterDraft(parameters);
  return PARAMETERS.filter((name) => draft[name] !== "")
    .map((name) => `${name}=${draft[name]}`)
    .join(", ");
}

function valueOf(name: string, text: string): unknown {
  if (name === "reasoning_effort") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
