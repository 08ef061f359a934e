import { Box, Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote, PlainList } from "@/components/layout/primitives";
import { Thumbnail } from "@/components/image/thumbnail";
import { SideLined } from "@/components/layout/side-lined";
import { ReasonDialog } from "@/components/reason-dialog";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type ReleasedCopy, useDecideReleased, useReleasedCopies } from "../api";
import { PairRow } from "./pair-row";
import { ReleasedBadge } from "./released-badge";

type Decision = "excluded" | "kept";

const SECTION = "released";

/** At the top of a long page, because a decision is needed further down. */
export function OpenMatches({ slug }: { slug: string }) {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  const { data } = useReleasedCopies(slug);
  if (!loadedRows(data).some(({ decision }) => decision === "open")) return null;
  return (
    <SideLined component="p" line="var(--accent)" mb="1rem" mt={0} ps="0.75rem">
      {t("matches.open")}
      {format.gap}
      <a href={`#${SECTION}`}>{t("matches.look")}</a>
    </SideLined>
  );
}

/** Images that match a released one: excluded or kept by a person. */
export function ReleasedMatches({ slug }: { slug: string }) {
  const { t } = useTranslation(["duplicates", "common"]);
  const toasts = useToasts();
  const list = useReleasedCopies(slug);
  const decide = useDecideReleased();
  const [asked, setAsked] = useState<{ id: number; decision: Decision } | null>(null);
  const rows = loadedRows(list.data);
  if (rows.length === 0) return null;
  const decision = asked?.decision ?? "excluded";
  const close = () => {
    decide.reset();
    setAsked(null);
  };
  return (
    <Box component="section" mt="3rem" id={SECTION}>
      <Title order={2}>{t("matches.title")}</Title>
      <MutedNote mt="0.35rem" maw="62ch">
        {t("matches.lead")}
      </MutedNote>
      <PlainList gap="0.25rem" maw="none" m="1rem 0 0">
        {rows.map((row) => (
          <Match
            key={row.id}
            match={row}
            onAsk={(wanted) => {
              setAsked({ id: row.id, decision: wanted });
            }}
          />
        ))}
      </PlainList>
      <ShowMore list={list} />
      <ReasonDialog
        opened={asked !== null}
        onClose={close}
        title={t(`matches.say.${decision}.title`)}
        action={t(decision === "excluded" ? "matches.exclude" : "matches.keep")}
        pending={decide.isPending}
        error={decide.error}
        onConfirm={(reason) => {
          if (!asked) return;
          decide.mutate(
            { params: { path: { slug, copy_id: asked.id } }, body: { decision, reason } },
            {
              onSuccess: () => {
                toasts.done(t(`matches.say.${decision}.done`));
                setAsked(null);
              },
            },
          );
        }}
      >
        <MutedNote mt="0.35rem" maw="62ch">
          {t(`matches.say.${decision}.follows`)}
        </MutedNote>
      </ReasonDialog>
    </Box>
  );
}

function Match({ match, onAsk }: { match: ReleasedCopy; onAsk: (decision: Decision) => void }) {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  const { image, released, decision } = match;
  return (
    <PairRow
      one={image}
      relation="="
      other={
        <Thumbnail
          src={match.thumbnail_url}
          alt={t("matches.theirs")}
          height={120}
          ratio={match.width / match.height}
        />
      }
      actions={
        <>
          {decision !== "excluded" && (
            <Button
              variant="default"
              onClick={() => {
                onAsk("excluded");
              }}
            >
              {t("matches.exclude")}
            </Button>
          )}
          {decision !== "kept" && (
            <Button
              variant="default"
              onClick={() => {
                onAsk("kept");
              }}
            >
              {t("matches.keep")}
            </Button>
          )}
        </>
      }
    >
      {released && <ReleasedBadge released={released} />}
      <span>{t("measured", { certainty: format.percent(match.certainty) })}</span>
      {decision !== "open" && (
        <span>
          <strong>{t(`matches.${decision}`)}</strong>: {match.reason}
        </span>
      )}
    </PairRow>
  );
}
