import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol, ProtocolField } from "@/lib/protocol/protocol";
import { containsText } from "@/lib/text-folding";

import { type GuidelineTextBlock, parseGuidelineBlocks } from "./blocks";
import { FieldGuideline } from "./field-guideline";
import { GuidelineBlock } from "./guideline-text";
import classes from "./guideline.module.css";

interface GuidelinesProps {
  protocol: Protocol;
  /** Id of the current field, or `questions`: it is scrolled into view. */
  current?: string | undefined;
  /** A finished record as an example. */
  example?: ReactNode;
}

/** All guidelines of a protocol, by field and with a search. */
export function Guidelines({ protocol, current, example }: GuidelinesProps) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  const [query, setQuery] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "start" });
  }, []);
  const has = (...texts: readonly string[]) => texts.some((text) => containsText(text, query));
  const blocks = parseGuidelineBlocks(pick(protocol.annotation.guidelines)).filter((block) =>
    has(...textsOf(block)),
  );
  const fields = protocol.fields.filter((field) => has(...textsOfField(field, pick)));
  return (
    <div ref={panel} className={classes.guidelines}>
      <TextInput
        className={classes.search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        aria-label={t("guideline.search")}
        placeholder={t("guideline.search")}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
        }}
      />
      {blocks.length + fields.length === 0 && <p>{t("guideline.nothing", { words: query })}</p>}
      {blocks.map((block, index) => (
        <GuidelineBlock key={index} block={block} />
      ))}
      {fields.map((field) => (
        <section
          key={field.id}
          className={classes.section}
          aria-current={field.id === current || undefined}
        >
          <FieldGuideline field={field} />
        </section>
      ))}
      {protocol.questions.maximum > 0 && has(t("guideline.questions")) && (
        <section className={classes.section} aria-current={current === "questions" || undefined}>
          <FieldGuideline field={null} questions={protocol.questions} />
        </section>
      )}
      {example && !query.trim() && <section className={classes.section}>{example}</section>}
    </div>
  );
}

const textsOf = (block: GuidelineTextBlock) =>
  block.kind === "list" ? block.entries : [block.text];

function textsOfField(field: ProtocolField, pick: ReturnType<typeof useLocale>["pick"]) {
  const choices = field.kind === "label" ? field.choices : [];
  return [
    pick(field.title),
    pick(field.help),
    ...(field.examples ?? []).map(pick),
    ...choices.flatMap(({ title, help }) => [pick(title), pick(help)]),
  ];
}
