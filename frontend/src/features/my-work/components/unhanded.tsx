import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { PictureThumb } from "@/components/picture/picture-thumb";
import { ProblemAlert } from "@/components/problem-alert";
import { FinalRecord } from "@/components/record/final-record";
import { RelativeTime } from "@/lib/i18n/relative-time";
import type { Protocol } from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";
import { AppLink } from "@/lib/routing/app-link";

import { type MyDraft, useHandInLate, useMyDrafts } from "../api";
import classes from "./unhanded.module.css";

interface UnhandedProps {
  slug: string;
  protocol: Protocol;
}

/** What I typed and have not handed in: why it is not on my desk, and every word of it. */
export function Unhanded({ slug, protocol }: UnhandedProps) {
  const { t } = useTranslation("my-work");
  const drafts = useMyDrafts(slug).data?.results ?? [];
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="unhanded">
      <h2 id="unhanded">{t("unhanded.title")}</h2>
      <p>{t("unhanded.lead")}</p>
      <ul className={classes.drafts}>
        {drafts.map((draft) => (
          <Row key={draft.slot} slug={slug} protocol={protocol} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function Row({ slug, protocol, draft }: UnhandedProps & { draft: MyDraft }) {
  const { t } = useTranslation("my-work");
  const handIn = useHandInLate(slug);
  const name = t("picture", { number: draft.item_number });
  const image = draft.images[0];
  return (
    <li className={classes.draft}>
      <div>{image && <PictureThumb src={image.thumbnail_url} alt="" height={72} />}</div>
      <div className={classes.words}>
        <p>
          <strong>{name}</strong> · <RelativeTime at={draft.saved_at} />
        </p>
        <p>{t(`unhanded.why.${draft.why}`)}</p>
        <details>
          <summary>{t("unhanded.typed")}</summary>
          {/* The server keeps what the form sends, in the form's own shape. */}
          <FinalRecord protocol={protocol} record={draft.content as RecordContent} />
        </details>
        {handIn.error && <ProblemAlert error={handIn.error} />}
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
          loading={handIn.isPending}
          aria-label={t("unhanded.handInOf", { name })}
          onClick={() => {
            handIn.mutate({
              params: { path: { slug, slot_id: draft.slot } },
              body: { content: draft.content },
            });
          }}
        >
          {t("unhanded.handIn")}
        </Button>
      )}
    </li>
  );
}
