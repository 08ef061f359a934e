import { useTranslation } from "react-i18next";

/** What the keys and values of a document are called. */
export function useWords() {
  const { i18n } = useTranslation("protocol");
  const last = (name: string) => name.split(".").at(-1) ?? name;
  const own = (kind: "word" | "hint" | "value", name: string): string | undefined => {
    // The whole path first: a threshold of duplicates is not one of agreement.
    const texts: unknown[] = [name.replaceAll(".", "_"), last(name)].map((key) =>
      i18n.getResource(i18n.language, "protocol", `${kind}.${key}`),
    );
    return texts.find((text) => typeof text === "string");
  };
  return {
    label: (name: string): string => own("word", name) ?? last(name),
    hint: (name: string): string | undefined => own("hint", name),
    value: (value: string): string => own("value", value) ?? value,
  };
}
