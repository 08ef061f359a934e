import { MutedNote } from "@/components/layout/primitives";
import type { Localized } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

/** The help of a field below it, if there is no room for the guideline strip. */
export function FieldHelp({ help }: { help: Localized | null | undefined }) {
  const { pick } = useLocale();
  return help ? (
    <MutedNote hiddenFrom="md" mt="0.35rem" fz="0.9375rem">
      {pick(help)}
    </MutedNote>
  ) : null;
}
