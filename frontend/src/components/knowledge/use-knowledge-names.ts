import { LOCALE_NAMES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

/** Return the name of a language code or of a skill's id. */
export function useKnowledgeNames(slug: string): (word: string) => string {
  const { pick } = useLocale();
  const skills = useProtocol(slug).annotation.skills ?? [];
  const languages: Readonly<Record<string, string>> = LOCALE_NAMES;
  return (word) => pick(skills.find(({ id }) => id === word)?.title) || (languages[word] ?? word);
}
