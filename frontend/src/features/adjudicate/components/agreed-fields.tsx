import { UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";
import { useLocale } from "@/lib/i18n/use-locale";

import type { Decision, RecordPart } from "../decision";
import classes from "./adjudicate.module.css";

interface AgreedFieldsProps {
  parts: readonly RecordPart[];
  decision: Decision;
  isOpen: boolean;
  onToggle: () => void;
}

/** The agreed fields with their values in a few lines, which open to the annotators' values. */
export function AgreedFields({ parts, decision, isOpen, onToggle }: AgreedFieldsProps) {
  const { t } = useTranslation("adjudicate");
  const { pick, format } = useLocale();
  const values = parts.flatMap((part) => {
    if (part.kind === "questions" || part.field.kind !== "label") return [];
    const { id, title, choices } = part.field;
    const chosen = choices.filter((choice) => decision.labels[id]?.includes(choice.id));
    const names = chosen.map((choice) => pick(choice.title));
    return [{ id, title: pick(title), value: format.list(names) }];
  });
  return (
    <UnstyledButton className={classes.agreed} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
      {t("agreed", { count: parts.length })}
      <KeyboardKey keys="g" />
      {!isOpen && (
        <span className={classes.agreedValues}>
          {values.map(({ id, title, value }) => (
            <span key={id}>
              {title}
              {format.colon}
              <b>{value}</b>
            </span>
          ))}
        </span>
      )}
    </UnstyledButton>
  );
}
