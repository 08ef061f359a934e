/** Frequent SPDX identifiers of images, listed first. */
export const COMMON_LICENCES = [
  "CC0-1.0",
  "CC-BY-4.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-ND-4.0",
  "CC-BY-NC-ND-4.0",
  "CC-BY-3.0",
  "CC-BY-SA-3.0",
  "CC-PDDC",
  "MIT",
  "Apache-2.0",
] as const;

/** A text with fewer words is the name of a licence, as on the server. */
export const WORDS_OF_A_TEXT = 20;

/** Return the SPDX identifier for a text, ignoring case; null if there is none. */
export function knownLicence(typed: string, licences: readonly string[]): string | null {
  const wanted = typed.trim().toLowerCase();
  return licences.find((one) => one.toLowerCase() === wanted) ?? null;
}
