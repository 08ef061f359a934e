/** SPDX identifiers that pictures often carry; any other text is taken as well. */
export const LICENCES = [
  "CC0-1.0",
  "CC-BY-4.0",
  "CC-BY-3.0",
  "CC-BY-2.0",
  "CC-BY-SA-4.0",
  "CC-BY-SA-3.0",
  "CC-BY-SA-2.0",
  "CC-BY-ND-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-NC-ND-4.0",
  "CC-PDDC",
  "PDDL-1.0",
  "MIT",
  "Apache-2.0",
  "OFL-1.1",
] as const;
