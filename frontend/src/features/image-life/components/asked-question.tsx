import { IconCheck, IconHelp, IconX, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AfterPasswordLink } from "@/components/after-password-link";
import { MutedText, MutedNote } from "@/components/layout/primitives";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { QuestionView } from "@/components/question/question-view";
import { Badge, type BadgeTone } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { ItemDetails } from "../api";
import classes from "./item-parts.module.css";

type Asked = ItemDetails["questions"][number];
type Given = Asked["answers"][number];

/** A question of the final record: its revisions, the newest first, with their answers. */
export function AskedQuestion({ slug, asked }: { slug: string; asked: Asked }) {
  const { t } = useTranslation("image-life");
  const { question, answers } = asked;
  const [current, ...earlier] = question.revisions.toReversed();
  if (!current) return null;
  const answersTo = (revision: number) => answers.filter((one) => one.revision === revision);
  return (
    <div className={classes.question} data-dropped={!question.live || undefined}>
      <MutedNote>
        {t("item.question", { number: question.position })}
        {current.number > 1 && ` · ${t("item.version", { number: current.number })}`}
        {` · ${current.author}`}
      </MutedNote>
      <QuestionView format={question.format} {...current} />
      {!question.live && (
        <MutedNote>
          {t("item.dropped", { person: question.dropped_by ?? "–" })} {question.dropped_reason}
        </MutedNote>
      )}
      <Answers slug={slug} format={question.format} answers={answersTo(current.number)} />
      {earlier.length > 0 && (
        <details className={classes.fold}>
          <summary>{t("item.earlier", { count: earlier.length })}</summary>
          {earlier.map((revision) => (
            <div key={revision.number} className={classes.question}>
              <MutedNote>
                {t("item.version", { number: revision.number })} · {revision.author} ·{" "}
                <RelativeTime at={revision.created_at} />
              </MutedNote>
              {revision.reason && <MutedNote>{revision.reason}</MutedNote>}
              <QuestionView format={question.format} {...revision} />
              <Answers slug={slug} format={question.format} answers={answersTo(revision.number)} />
            </div>
          ))}
        </details>
      )}
    </div>
  );
}

interface AnswersProps {
  slug: string;
  format: string;
  answers: readonly Given[];
}

function Answers({ slug, format: kind, answers }: AnswersProps) {
  const { t } = useTranslation("image-life");
  const { pick, format } = useLocale();
  const spoken = useSpokenKey();
  const { review } = useProtocol(slug);
  if (answers.length === 0) return <MutedNote>{t("item.noAnswers")}</MutedNote>;
  return (
    <ul className={classes.answers}>
      {answers.map((given) => {
        const issues = given.issues.map(
          (id) => pick(review.issues.find((one) => one.id === id)?.title) || id,
        );
        const [tone, icon, verdict] = verdictOf(given);
        return (
          <li key={given.id}>
            <span>
              {given.person}
              {format.colon}
              <strong>{spoken(kind, given.answer) || "–"}</strong>
            </span>
            <Badge tone={tone} icon={icon}>
              {t(`item.answer.${verdict}`)}
            </Badge>
            <MutedText m={0}>
              {t("item.round", { number: given.round })} · <RelativeTime at={given.answered_at} />
              {given.after_password_link && <AfterPasswordLink />}
            </MutedText>
            {(issues.length > 0 || given.comment) && (
              <span className={classes.said}>
                {format.list(issues)} {given.comment}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function verdictOf({ correct }: Given): [BadgeTone, Icon, "correct" | "other" | "none"] {
  if (correct === null) return ["neutral", IconHelp, "none"];
  return correct ? ["good", IconCheck, "correct"] : ["warn", IconX, "other"];
}
