import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type Locale, LOCALES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Titled } from "@/lib/protocol/protocol";
import { inUnit, type Stage } from "@/lib/stages/stages";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import type { ProtocolDocument, RoundRules } from "../document";
import { BilingualText } from "./both";
import { FactRows, ProtocolPart } from "./part";
import classes from "./sheet.module.css";

export function SheetCuration({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { images, most } = protocol.item;
  const pictures = most && most > images ? `${String(images)}–${String(most)}` : images;
  const stages = useStages();
  const text = useStageText();
  return (
    <ProtocolPart id="curation" title={t("sheet.curation")}>
      <FactRows facts={[{ name: t("sheet.curate.images"), value: pictures }]} />
      {stages.map((stage) => {
        const rules = protocol.curation[stage.id];
        if (!rules) return null;
        return (
          <div key={stage.id}>
            <h3>{text(stage, "title")}</h3>
            <FactRows
              facts={Object.entries(rules).map(([name, value]) => ({
                name: text(stage, `parameter.${name}`) || name,
                value: <ParameterValue stage={stage} name={name} value={value} />,
              }))}
            />
          </div>
        );
      })}
    </ProtocolPart>
  );
}

/** A parameter of a stage: a number in its unit, a text in both languages, or a list. */
function ParameterValue({ stage, name, value }: { stage: Stage; name: string; value: unknown }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  if (typeof value === "boolean") return t(value ? "changes.yes" : "changes.no");
  if (typeof value === "number") {
    const measure = stage.measures.find(({ threshold }) => threshold === name);
    return inUnit(value, measure?.unit ?? stage.units[name], format, 0);
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (list.every((one) => typeof one === "string")) {
      return format.list(list.map((one) => (isLocale(one) ? t(`sheet.language.${one}`) : one)));
    }
    return <ReasonChoices reasons={list as readonly Titled[]} />;
  }
  return typeof value === "object" && value !== null ? (
    <BilingualText text={value as Titled["title"]} />
  ) : (
    String(value)
  );
}

const isLocale = (one: string): one is Locale => LOCALES.some((locale) => locale === one);

export function SheetAnnotation({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { pick } = useLocale();
  const { annotation } = protocol;
  return (
    <ProtocolPart id="annotation" title={t("sheet.annotation")}>
      <FactRows
        facts={[
          { name: t("sheet.annotate.people"), value: annotation.people },
          {
            name: t("sheet.annotate.invite"),
            value: t(
              annotation.organizers_invite === false
                ? "sheet.annotate.byMaintainers"
                : "sheet.annotate.byOrganizers",
            ),
          },
          {
            name: t("sheet.annotate.lease"),
            value: t("sheet.annotate.minutes", { count: annotation.lease_minutes }),
          },
          {
            name: t("sheet.annotate.decline"),
            value: <ReasonChoices reasons={annotation.decline_reasons} />,
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
                  value: <BilingualText block text={annotation.content_warning} />,
                },
              ]
            : []),
        ]}
      />
      <h3>{t("sheet.annotate.guidelines")}</h3>
      <div className={classes.guidelines}>{pick(annotation.guidelines)}</div>
    </ProtocolPart>
  );
}

export function SheetReview({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format, pick } = useLocale();
  const { rounds, issues, agreement_floor: floors } = protocol.review;
  const titleOf = (id: string) =>
    pick(protocol.fields.find((field) => field.id === id)?.title) || id;
  return (
    <ProtocolPart id="review" title={t("sheet.review")}>
      {rounds.length === 0 ? (
        <p className={classes.note}>{t("sheet.round.none")}</p>
      ) : (
        <ol className={classes.rounds}>
          {rounds.map((round, at) => (
            <li key={at}>
              <h3>
                <BilingualText text={round.title} />
              </h3>
              <p className={classes.note}>{ruleOf(round)}</p>
              {round.checklist.length > 0 && <ReasonChoices reasons={round.checklist} />}
            </li>
          ))}
        </ol>
      )}
      <FactRows
        facts={[
          {
            name: t("sheet.round.decidedBy"),
            value: t(`sheet.round.by.${protocol.review.decided_by ?? "third"}`),
          },
          { name: t("sheet.round.issues"), value: <ReasonChoices reasons={issues} /> },
          {
            name: t("sheet.round.floors"),
            value:
              Object.entries(floors)
                .map(([id, floor]) => `${titleOf(id)} ${format.number(floor)}`)
                .join(" · ") || t("sheet.none"),
          },
        ]}
      />
    </ProtocolPart>
  );

  function ruleOf(round: RoundRules): string {
    return [
      t(`sheet.round.scope.${round.scope}`),
      round.share > 0 ? t("sheet.round.share", { share: format.percent(round.share, 0) }) : "",
      round.kind === "answer"
        ? t("sheet.round.rule", { people: round.people, agree: round.agree })
        : t("sheet.round.checklist"),
      round.discuss_dissent ? t("sheet.round.dissent") : "",
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

/** The choices. */
export function ReasonChoices({ reasons }: { reasons: readonly Titled[] }) {
  return (
    <Box component="ul" m={0} ps="1.1rem">
      {reasons.map((reason) => (
        <li key={reason.id}>
          <BilingualText text={reason.title} />
        </li>
      ))}
    </Box>
  );
}
