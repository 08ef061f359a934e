import { Box, Group, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { TextWithTerms } from "@/components/glossary/with-terms";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { loadedRows } from "@/lib/api/keyset";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type PairAnswer,
  type PossiblePair,
  useDecidePair,
  usePossiblePairs,
  useUndoPair,
} from "../api";
import { pairCommands } from "../commands";
import { DIFFERENCES } from "../members";
import { LinkedImage } from "./pair-row";
import { PairOverlay } from "./pair-overlay";
import classes from "./possible-pairs.module.css";

/** Pairs that the comparison is not certain about, one at a time. */
export function PossiblePairs({ slug }: { slug: string }) {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  const list = usePossiblePairs(slug);
  const pairs = loadedRows(list.data);
  const [position, setPosition] = useState(0);
  const index = Math.min(position, pairs.length - 1);
  const pair = pairs[index];
  if (!pair) return null;
  return (
    <Box component="section" m="1.5rem 0 2.5rem">
      <Title order={2}>{t("possible.title")}</Title>
      <MutedNote mt="0.35rem" mb="md">
        <TextWithTerms text={t("possible.lead")} />
        {format.gap}
        {!list.hasNextPage &&
          t("possible.count", { count: pairs.length, number: format.number(pairs.length) })}
      </MutedNote>
      <Decision
        key={pair.id}
        slug={slug}
        pair={pair}
        isFirst={index === 0}
        isLast={index === pairs.length - 1}
        onGo={(step) => {
          setPosition(index + step);
          if (index + step >= pairs.length - 2 && list.hasNextPage) void list.fetchNextPage();
        }}
      />
    </Box>
  );
}

interface DecisionProps {
  slug: string;
  pair: PossiblePair;
  isFirst: boolean;
  isLast: boolean;
  onGo: (step: -1 | 1) => void;
}

function Decision({ slug, pair, isFirst, isLast, onGo }: DecisionProps) {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  const toasts = useToasts();
  const [isMarked, setIsMarked] = useState(true);
  const decide = useDecidePair();
  const undo = useUndoPair();
  const params = { path: { slug, pair_id: pair.id } };
  const answer = (answer: PairAnswer) => ({
    enabled: !decide.isPending,
    run: () => {
      // A decided pair leaves the list, and with it the callbacks of `mutate`.
      decide.mutateAsync({ params, body: { answer } }).then(
        () => {
          toasts.undo(t(`possible.${answer}Done`), () => {
            undo.mutate({ params });
          });
        },
        () => undefined, // It is shown above the pair.
      );
    },
  });
  const commands = useCommands(pairCommands, {
    previous: {
      enabled: !isFirst,
      run: () => {
        onGo(-1);
      },
    },
    next: {
      enabled: !isLast,
      run: () => {
        onGo(1);
      },
    },
    same: answer("same"),
    different: answer("different"),
    variant: answer("variant"),
    marks: () => {
      setIsMarked(!isMarked);
    },
  });
  return (
    <div role="group" aria-label={t("possible.title")}>
      {decide.error && <ProblemAlert error={decide.error} onRetry={decide.reset} />}
      <div className={classes.pictures}>
        {(["left", "right"] as const).map((side) => (
          <figure key={side} className={classes.side}>
            <figcaption>{t(`possible.${side}`)}</figcaption>
            <LinkedImage image={pair[side]} height={220} />
            <span className={classes.path} title={pair[side].original_path}>
              {pair[side].original_path}
            </span>
            <span>
              {format.number(pair[side].width)} × {format.number(pair[side].height)}
            </span>
          </figure>
        ))}
        <PairOverlay slug={slug} pair={pair} isMarked={isMarked} marks={commands.marks} />
      </div>
      <Box component="p" m="0.75rem 0">
        {t("possible.certainty", { certainty: format.percent(pair.certainty) })}
        {pair.differences.length > 0 &&
          ` · ${t("possible.differs")}${format.colon}${format.list(
            pair.differences.map((name) =>
              textFor(name, DIFFERENCES, (known) => t(`difference.${known}`)),
            ),
          )}`}
      </Box>
      <Group gap="0.5rem" align="stretch">
        <CommandButton command={commands.same} />
        <CommandButton command={commands.different} variant="default" />
        <CommandButton command={commands.variant} variant="default" />
        <CommandButton command={commands.previous} variant="subtle" />
        <CommandButton command={commands.next} variant="subtle" />
      </Group>
    </div>
  );
}
