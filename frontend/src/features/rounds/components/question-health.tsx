import { Flex } from "@mantine/core";

import { MutedText, PlainList } from "@/components/layout/primitives";
import {
  IconCheck,
  IconCircleDashed,
  IconPlayerPlay,
  IconX,
  IconArrowBackUp,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge, type BadgeProps } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { QuestionRow, QuestionState } from "../api";
import classes from "./rounds.module.css";

type Health = QuestionRow["health"];

const LOOKS: Readonly<Record<QuestionState, Pick<BadgeProps, "tone" | "icon">>> = {
  new: { tone: "neutral", icon: IconCircleDashed },
  asked: { tone: "accent", icon: IconPlayerPlay },
  passed: { tone: "good", icon: IconCheck },
  failed: { tone: "warn", icon: IconArrowBackUp },
  dropped: { tone: "neutral", icon: IconX },
};

export function QuestionStateBadge({ state }: { state: QuestionState }) {
  const { t } = useTranslation("rounds");
  return <Badge {...LOOKS[state]}>{t(`questions.state.${state}`)}</Badge>;
}

/** Validators who chose the key, a dot per person: filled if they did. */
export function AgreedDots({ health }: { health: Health }) {
  const { t } = useTranslation("rounds");
  const { agreed, asked, answered } = health;
  if (agreed === null || asked === null) {
    return answered > 0 ? t("questions.answeredSoFar", { count: answered }) : "–";
  }
  return (
    <Flex
      display="inline-flex"
      component="span"
      gap="0.25rem"
      align="center"
      role="img"
      aria-label={t("questions.agreedOf", { agreed, asked })}
    >
      {Array.from({ length: asked }, (_, index) => (
        <span key={index} className={classes.dot} data-full={index < agreed || undefined} />
      ))}
      <MutedText className="tabular" ms="0.4rem" aria-hidden="true">
        {agreed}/{asked}
      </MutedText>
    </Flex>
  );
}

export function IssueList({ slug, issues }: { slug: string; issues: Health["issues"] }) {
  const { pick } = useLocale();
  const { review } = useProtocol(slug);
  const entries = Object.entries(issues);
  if (entries.length === 0) return "–";
  return (
    <PlainList>
      {entries.map(([id, count]) => {
        const issue = review.issues.find((one) => one.id === id);
        return (
          <li key={id}>
            {issue ? pick(issue.title) : id}
            {count > 1 && ` × ${String(count)}`}
          </li>
        );
      })}
    </PlainList>
  );
}
