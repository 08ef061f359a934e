import { lazy, type ReactNode, Suspense } from "react";

import { loadTexts } from "@/lib/i18n/i18n";

import type { TermName } from "./term-name";

/** `[near-duplicates](#near-duplicate)`, as a link of Markdown. */
const MARK = /\[([^\][]+)\]\(#([a-z-]+)\)/;

const Definition = lazy(async () => {
  const [part] = await Promise.all([import("./definition"), loadTexts("glossary")]);
  return { default: part.TermDefinition };
});

/** A term whose first use on the page shows its definition; plain until that is here. */
export function Term({ name, children }: { name: TermName; children: ReactNode }) {
  return (
    <Suspense fallback={children}>
      <Definition name={name}>{children}</Definition>
    </Suspense>
  );
}

/** A text of the catalogues in which `[words](#term)` marks terms of the glossary. */
export function TextWithTerms({ text }: { text: string }) {
  // Text, words, term, text, words, term, text …
  return text.split(MARK).map((part, at, parts) => {
    if (at % 3 === 0) return part;
    if (at % 3 === 2) return null;
    return (
      <Term key={at} name={parts[at + 1] as TermName}>
        {part}
      </Term>
    );
  });
}
