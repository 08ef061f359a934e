import { Button, Drawer, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { WordDiff } from "@/components/word-diff";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import { useDraftVersion, useDraftVersions } from "../api";
import { findDraftDifferences } from "../draft/differences";
import { useRecordWords } from "../draft/record-words";
import classes from "./history-drawer.module.css";

interface VersionProps {
  slug: string;
  slotId: number;
  protocol: Protocol;
  /** The content on the page. */
  content: RecordContent;
  onRestore: (content: RecordContent) => void;
}

interface HistoryDrawerProps extends VersionProps {
  opened: boolean;
  onClose: () => void;
}

/** Versions of a draft, each compared with the current one, to restore. */
export function HistoryDrawer({ opened, onClose, ...version }: HistoryDrawerProps) {
  const { t } = useTranslation("annotate");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="clamp(360px, 42vw, 680px)"
      title={t("history.title")}
      closeButtonProps={{ "aria-label": t("history.close") }}
    >
      <p className={classes.lead}>{t("history.lead")}</p>
      {opened && <Versions {...version} />}
    </Drawer>
  );
}

function Versions(props: VersionProps) {
  const { t } = useTranslation(["annotate", "common"]);
  const { format } = useLocale();
  const list = useDraftVersions(props.slug, props.slotId, true);
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = loadedRows(list.data);
  if (list.error) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.isSuccess && versions.length === 0 && <p>{t("history.empty")}</p>}
      <RuledList m="0 0 1rem" component="ol">
        {versions.map(({ number, saved_at }) => (
          <li key={number}>
            <UnstyledButton
              className={classes.version}
              aria-expanded={number === chosen}
              onClick={() => {
                setChosen(number === chosen ? null : number);
              }}
            >
              {format.time(saved_at)}
              <MutedText>
                <RelativeTime at={saved_at} />
              </MutedText>
            </UnstyledButton>
            {number === chosen && <Version {...props} number={number} />}
          </li>
        ))}
      </RuledList>
      <ShowMore list={list} />
    </>
  );
}

/** Differences to then: restored parts are marked, removed ones struck out. */
function Version({
  slug,
  slotId,
  protocol,
  content,
  number,
  onRestore,
}: VersionProps & { number: number }) {
  const { t } = useTranslation("annotate");
  const words = useRecordWords(protocol);
  const { data, error, refetch } = useDraftVersion(slug, slotId, number);
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const before = data.content;
  const changed = findDraftDifferences(content, before);
  return (
    <div className={classes.then}>
      {changed.length === 0 && <p>{t("history.same")}</p>}
      {changed.map((difference) => (
        <section key={difference.path}>
          <h3>{words.title(difference, content, before)}</h3>
          {(["after", "before"] as const).map((side) => (
            <p key={side} className={classes.text}>
              <MutedText>{t(side === "after" ? "history.then" : "history.now")}</MutedText>{" "}
              <WordDiff
                before={words.text(difference, content)}
                after={words.text(difference, before)}
                side={side}
              />
            </p>
          ))}
        </section>
      ))}
      {changed.length > 0 && (
        <Button
          variant="default"
          onClick={() => {
            onRestore(before);
          }}
        >
          {t("history.restore")}
        </Button>
      )}
    </div>
  );
}
