import { useTranslation } from "react-i18next";

import { LOCALES } from "@/lib/i18n/locale";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Titled } from "@/lib/protocol/protocol";

import type { ProtocolDocument, RoundRules } from "../document";
import { Both } from "./both";
import { Facts, Part } from "./part";
import classes from "./sheet.module.css";

export function SheetCuration({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const { images, most } = protocol.item;
  const pictures = most && most > images ? `${String(images)}–${String(most)}` : images;
  const { duplicates, text_area: text, screening } = protocol.curation;
  return (
    <Part id="curation" title={t("sheet.curation")}>
      <Facts
        facts={[
          { name: t("sheet.curate.images"), value: pictures },
          {
            name: t("sheet.curate.duplicates"),
            value: t("sheet.curate.bits", {
              count: duplicates.radius,
              similarity: format.percent(duplicates.similarity, 0),
            }),
          },
          {
            name: t("sheet.curate.text"),
            value: t("sheet.curate.share", {
              share: format.percent(text.threshold, 0),
              languages: format.list(
                text.languages.map((one) =>
                  textFor(one, LOCALES, (known) => t(`sheet.language.${known}`)),
                ),
              ),
            }),
          },
          {
            name: t("sheet.curate.votes"),
            value: t("sheet.people", { count: screening.votes }),
          },
          { name: t("sheet.curate.question"), value: <Both text={screening.question} /> },
          { name: t("sheet.curate.reasons"), value: <Reasons reasons={screening.reasons} /> },
        ]}
      />
    </Part>
  );
}

export function SheetAnnotation({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { pick } = useLocale();
  const { annotation } = protocol;
  return (
    <Part id="annotation" title={t("sheet.annotation")}>
      <Facts
        facts={[
          { name: t("sheet.annotate.people"), value: annotation.people },
          {
            name: t("sheet.annotate.lease"),
            value: t("sheet.annotate.minutes", { count: annotation.lease_minutes }),
          },
          {
            name: t("sheet.annotate.decline"),
            value: <Reasons reasons={annotation.decline_reasons} />,
          },
          ...(annotation.skills?.length
            ? [
                {
                  name: t("sheet.annotate.skills"),
                  value: annotation.skills
                    .map(({ title, everybody }) =>
                      everybody
                        ? t("sheet.annotate.everybody", { title: pick(title) })
                        : pick(title),
                    )
                    .join(" · "),
                },
              ]
            : []),
          ...(annotation.content_warning
            ? [
                {
                  name: t("sheet.annotate.warning"),
                  value: <Both block text={annotation.content_warning} />,
                },
              ]
            : []),
        ]}
      />
      <h3>{t("sheet.annotate.guidelines")}</h3>
      <div className={classes.guidelines}>{pick(annotation.guidelines)}</div>
    </Part>
  );
}

export function SheetReview({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format, pick } = useLocale();
  const { rounds, issues, agreement_floor: floors } = protocol.review;
  const titleOf = (id: string) =>
    pick(protocol.fields.find((field) => field.id === id)?.title) || id;
  return (
    <Part id="review" title={t("sheet.review")}>
      {rounds.length === 0 ? (
        <p className={classes.note}>{t("sheet.round.none")}</p>
      ) : (
        <ol className={classes.rounds}>
          {rounds.map((round, at) => (
            <li key={at}>
              <h3>
                <Both text={round.title} />
              </h3>
              <p className={classes.note}>{ruleOf(round)}</p>
              {round.checklist.length > 0 && <Reasons reasons={round.checklist} />}
            </li>
          ))}
        </ol>
      )}
      <Facts
        facts={[
          {
            name: t("sheet.round.decidedBy"),
            value: t(`sheet.round.by.${protocol.review.decided_by ?? "third"}`),
          },
          { name: t("sheet.round.issues"), value: <Reasons reasons={issues} /> },
          {
            name: t("sheet.round.floors"),
            value:
              Object.entries(floors)
                .map(([id, floor]) => `${titleOf(id)} ${format.number(floor)}`)
                .join(" · ") || t("sheet.none"),
          },
        ]}
      />
    </Part>
  );

  function ruleOf(round: RoundRules): string {
    return [
      t(`sheet.round.scope.${round.scope}`),
      round.share > 0 ? t("sheet.round.share", { share: format.percent(round.share, 0) }) : "",
      round.kind === "answer"
        ? t("sheet.round.rule", { people: round.people, agree: round.agree })
        : t("sheet.round.checklist"),
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

/** What a person can pick from. */
export function Reasons({ reasons }: { reasons: readonly Titled[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason.id}>
          <Both text={reason.title} />
        </li>
      ))}
    </ul>
  );
}
