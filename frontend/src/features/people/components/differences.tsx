import { Flex } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { ItemImageLink } from "@/components/image/item-image-link";
import { useLocale } from "@/lib/i18n/use-locale";
import type { LabelField } from "@/lib/protocol/protocol";

import type { LabelDifference } from "../api";
import classes from "./people.module.css";

export interface DifferencesProps {
  fields: readonly LabelField[];
  /** The most frequent first. */
  rows: readonly LabelDifference[];
}

/** Choices of the person and final labels that differ, with items to discuss. */
export function LabelDifferences({ fields, rows }: DifferencesProps) {
  const { t } = useTranslation("people");
  const { pick, format } = useLocale();
  if (rows.length === 0) return <p>{t("person.noDifferences")}</p>;
  return (
    <RuledList open>
      {rows.map(({ field: id, said, final, count, images }) => {
        const field = fields.find((one) => one.id === id);
        const name = (choice: string) =>
          pick(field?.choices.find((one) => one.id === choice)?.title) || choice;
        const title = pick(field?.title) || id;
        return (
          <li key={`${id} ${said ?? ""} ${final ?? ""}`} className={classes.difference}>
            <span>
              <MutedText>{title}</MutedText>
              <Flex component="span" gap="0.2rem 0.5rem" align="center" wrap="wrap">
                {said === null ? t("person.notNamed") : <strong>{name(said)}</strong>}
                <IconArrowRight size={16} aria-label={t("person.became")} />
                {final === null ? t("person.notKept") : <strong>{name(final)}</strong>}
              </Flex>
              <MutedText>{t("person.times", { count, number: format.number(count) })}</MutedText>
            </span>
            <Flex component="span" gap="0.5rem" wrap="wrap">
              {images.map((picture) => (
                <ItemImageLink key={picture.id} picture={picture} height={72} />
              ))}
            </Flex>
          </li>
        );
      })}
    </RuledList>
  );
}
