import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconHelp,
  IconX,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { Badge, StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import { type ItemDetails, useItemResults } from "../api";
import classes from "./item-parts.module.css";

const LOOKS = {
  correct: ["good", IconCheck],
  incorrect: ["bad", IconX],
  miss: ["warn", IconHelp],
  error: ["warn", IconAlertTriangle],
  "": ["neutral", IconCircleDashed],
} as const;

/** The releases that contain the item, with the answers of each model. */
export function ItemReleases({ slug, details }: { slug: string; details: ItemDetails }) {
  const { t } = useTranslation("image-life");
  const modelName = useModelName();
  const { pick } = useLocale();
  const releases = useItemResults(slug, details.item.id).data;
  const numbers = new Map(
    details.questions.map(({ question }) => [question.uid, question.position]),
  );
  if (!releases) return null;
  if (releases.length === 0) return <MutedNote>{t("item.noReleases")}</MutedNote>;
  return (
    <PlainList gap="0.5rem">
      {releases.map(({ version, status, split, answers }) => (
        <li key={version}>
          <p className={classes.waiting}>
            <AppLink to={{ page: "release", params: { version } }}>
              {t("item.release", { version })}
            </AppLink>
            <StatusBadge state={`release.${status}`} />
            <MutedText m={0}>{t("item.split", { split })}</MutedText>
          </p>
          {answers.length > 0 && (
            <details className={classes.fold}>
              <summary>{t("item.results", { count: answers.length })}</summary>
              <ul className={classes.answers}>
                {answers.map(({ id, run, question, answer, outcome }) => {
                  const [tone, icon] = LOOKS[outcome];
                  return (
                    <li key={id}>
                      <AppLink to={{ page: "run", params: { id: String(run.id) } }}>
                        {modelName(run.model)}
                      </AppLink>
                      <MutedText m={0}>
                        {pick(run.setting_title) || run.setting} ·{" "}
                        {t("item.question", { number: numbers.get(question) ?? "–" })}
                      </MutedText>
                      <strong>{answer || "–"}</strong>
                      <Badge tone={tone} icon={icon}>
                        {t(`item.outcome.${outcome || "none"}`)}
                      </Badge>
                    </li>
                  );
                })}
              </ul>
            </details>
          )}
        </li>
      ))}
    </PlainList>
  );
}
