import type { ParseKeys } from "i18next";

type NameOf<Key> = Key extends `term.${infer Name}.meaning` ? Name : never;

/** A term that the glossary defines: `near-duplicate`. */
export type TermName = NameOf<ParseKeys<"glossary">>;
