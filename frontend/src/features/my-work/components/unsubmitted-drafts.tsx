import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { RuledList } from "@/components/layout/ruled-list";
import { Thumbnail } from "@/components/image/thumbnail";
import { FinalRecord } from "@/components/record/final-record";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import type { Protocol } from "@/lib/protocol/protocol";
import type { QuestionContent, RecordContent } from "@/lib/protocol/record";
import { AppLink } from "@/lib/routing/app-link";

import { type MyDraft, useMyDrafts } from "../api";
import classes from "./unsubmitted-drafts.module.css";

interface UnsubmittedDraftsProps {
  slug: string;
  protocol: Protocol;
}

/** Whether the person wrote any part of a question: its stem may be the protocol's. */
function isTyped({ fixed, stem, options, answer }: QuestionContent): boolean {
  const words = fixed === null ? [stem, ...options] : options;
  return answer !== null || words.some((text) => text.trim() !== "");
}

/** Unsubmitted drafts: the reason, and the full text. */
export function UnsubmittedDrafts({ slug, protocol }: UnsubmittedDraftsProps) {
  const { t } = useTranslation(["my-work", "common"]);
  const list = useMyDrafts(slug);
  const drafts = loadedRows(list.data);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="unsubmitted">
      <h2 id="unsubmitted">{t("unsubmitted.title")}</h2>
      <p>{t("unsubmitted.lead")}</p>
      <RuledList open m="1rem 0 0.9rem">
        {drafts.map((draft) => (
          <Row key={draft.slot} protocol={protocol} draft={draft} />
        ))}
      </RuledList>
      <ShowMore list={list} />
    </section>
  );
}

function Row({ protocol, draft }: { protocol: Protocol; draft: MyDraft }) {
  const { t } = useTranslation("my-work");
  const name = t("picture", { number: draft.item_code });
  // The server stores the form's data unchanged.
  const content = draft.content as RecordContent;
  return (
    <li className={classes.draft}>
      <Group gap="0.4rem" align="stretch">
        {draft.images.map(({ id, thumbnail_url }) => (
          <Thumbnail key={id} src={thumbnail_url} alt="" height={72} />
        ))}
      </Group>
      <div className={classes.words}>
        <p>
          <strong>{name}</strong> · <RelativeTime at={draft.saved_at} />
        </p>
        <p>{t(`unsubmitted.why.${draft.why}`)}</p>
        <details>
          <summary>{t("unsubmitted.typed")}</summary>
          <FinalRecord
            protocol={protocol}
            record={{ ...content, questions: content.questions.filter(isTyped) }}
          />
        </details>
      </div>
      {draft.why === "lapsed" && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <AppLink to={{ page: "annotate" }} {...props} aria-label={t("goOnWith", { name })} />
          )}
        >
          {t("goOn")}
        </Button>
      )}
      {draft.why === "taken" && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <AppLink
              to={{ page: "annotateLate", params: { id: String(draft.slot) } }}
              {...props}
              aria-label={t("unsubmitted.completeOf", { name })}
            />
          )}
        >
          {t("unsubmitted.complete")}
        </Button>
      )}
    </li>
  );
}
