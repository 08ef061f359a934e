/** Reasons of misses. */
export const MISS_REASONS = [
  "no_letter",
  "no_answer",
  "several",
  "refusal",
  "empty",
  "truncated",
] as const;
