import { Button, Flex, SegmentedControl } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { WordDiff } from "@/components/word-diff";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import { findDraftDifferences, mergeDrafts } from "../draft/differences";
import { useRecordWords } from "../draft/record-words";
import type { ServerDraft } from "../draft/draft-state";
import classes from "./conflict-choice.module.css";

export interface ConflictChoiceProps {
  protocol: Protocol;
  mine: RecordContent;
  theirs: ServerDraft;
  isProtocolChange: boolean;
  onChoose: (content: RecordContent) => void;
}

/** Two tabs or devices have saved, or the protocol has changed: both versions side by side, to choose part by part. */
export function ConflictChoice({
  protocol,
  mine,
  theirs,
  isProtocolChange,
  onChoose,
}: ConflictChoiceProps) {
  const { t } = useTranslation("annotate");
  const { format } = useLocale();
  const all = findDraftDifferences(mine, theirs.content);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const words = useRecordWords(protocol);
  const cause = isProtocolChange ? "protocol" : "tab";
  const there = t("conflict.there", { time: format.time(theirs.saved_at) });
  return (
    <div className={classes.choice}>
      <Flex component="h2" gap="0.5rem" align="center" m={0} fz="1.25rem">
        <IconGitMerge size={22} aria-hidden="true" />
        {t(`conflict.title.${cause}`)}
      </Flex>
      <p>{t(`conflict.text.${cause}`)}</p>
      {all.length > 0 && (
        <div className={classes.all}>
          <Button
            variant="default"
            disabled={taken.length === 0}
            onClick={() => {
              setTaken([]);
            }}
          >
            {t("conflict.allHere")}
          </Button>
          <Button
            variant="default"
            disabled={taken.length === all.length}
            onClick={() => {
              setTaken(all.map(({ path }) => path));
            }}
          >
            {t("conflict.allThere")}
          </Button>
        </div>
      )}
      {all.map((difference) => {
        const isTaken = taken.includes(difference.path);
        const here = words.text(difference, mine);
        const other = words.text(difference, theirs.content);
        return (
          <section key={difference.path} className={classes.difference}>
            <div className={classes.head}>
              <h3>{words.title(difference, mine, theirs.content)}</h3>
              <SegmentedControl
                aria-label={words.title(difference, mine, theirs.content)}
                value={isTaken ? "there" : "here"}
                data={[
                  { value: "here", label: t("conflict.takeHere") },
                  { value: "there", label: t("conflict.takeThere") },
                ]}
                onChange={(side) => {
                  const others = taken.filter((path) => path !== difference.path);
                  setTaken(side === "there" ? [...others, difference.path] : others);
                }}
              />
            </div>
            <div className={classes.sides}>
              <div data-chosen={!isTaken || undefined}>
                <MutedNote mb="0.3rem" fz="0.9375rem">
                  {t("conflict.here")}
                </MutedNote>
                <WordDiff before={other} after={here} side="after" />
              </div>
              <div data-chosen={isTaken || undefined}>
                <MutedNote mb="0.3rem" fz="0.9375rem">
                  {there}
                </MutedNote>
                <WordDiff before={here} after={other} side="after" />
              </div>
            </div>
          </section>
        );
      })}
      <Button
        mt="0.5rem"
        onClick={() => {
          const chosen = all.filter(({ path }) => taken.includes(path));
          onChoose(mergeDrafts(mine, theirs.content, chosen));
        }}
      >
        {t("conflict.done")}
      </Button>
    </div>
  );
}
