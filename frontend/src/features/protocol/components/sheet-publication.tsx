import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { useFormatTitle } from "@/components/question/formats/use-format-title";
import { useLocale } from "@/lib/i18n/use-locale";

import type { ProtocolDocument, Rating, Setting } from "../document";
import { BilingualText } from "./both";
import { FactRows, ProtocolPart } from "./part";
import classes from "./sheet.module.css";
import { ReasonChoices } from "./sheet-process";

export function SheetRelease({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  return (
    <ProtocolPart id="release" title={t("sheet.release")}>
      <FactRows
        facts={[
          { name: t("sheet.publish.licence"), value: protocol.release.licence },
          ...protocol.release.splits.map((split) => ({
            name: split.id,
            value: [
              split.questions === "rest"
                ? t("sheet.publish.rest")
                : t("sheet.publish.questions", {
                    count: split.questions,
                    n: format.number(split.questions),
                  }),
              split.shots ? t("sheet.publish.shots") : "",
            ]
              .filter(Boolean)
              .join(" · "),
          })),
        ]}
      />
    </ProtocolPart>
  );
}

export function SheetEvaluation({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { pick } = useLocale();
  const { evaluation } = protocol;
  const titleOf = (id: string) =>
    pick(protocol.fields.find((field) => field.id === id)?.title) || id;
  return (
    <ProtocolPart id="evaluation" title={t("sheet.evaluation")}>
      <FactRows
        facts={[
          {
            name: t("sheet.evaluate.slices"),
            value: evaluation.slices.map(titleOf).join(" · ") || t("sheet.none"),
          },
          {
            name: t("sheet.evaluate.models"),
            value: evaluation.models.map(({ name }) => name).join(" · ") || t("sheet.none"),
          },
          {
            name: t("sheet.evaluate.errors"),
            value: <ReasonChoices reasons={evaluation.error_categories} />,
          },
        ]}
      />
      <h3>{t("sheet.evaluate.settings")}</h3>
      {evaluation.settings.map((setting) => (
        <SettingSheet key={setting.id} setting={setting} />
      ))}
      {evaluation.open_tasks.length > 0 && <h3>{t("sheet.evaluate.openTasks")}</h3>}
      {evaluation.open_tasks.map((task) => (
        <details key={task.id} className={classes.setting}>
          <summary>
            <BilingualText text={task.title} /> <code>{task.id}</code>
          </summary>
          {task.prompts.map((prompt, at) => (
            <CodeCopy key={at} label={t("sheet.evaluate.prompt")} wrap>
              {prompt}
            </CodeCopy>
          ))}
          <p className={classes.note}>{task.source}</p>
        </details>
      ))}
      {evaluation.ratings.length > 0 && <h3>{t("sheet.evaluate.ratings")}</h3>}
      {evaluation.ratings.map((rating) => (
        <RatingSheet key={rating.id} rating={rating} />
      ))}
    </ProtocolPart>
  );
}

function RatingSheet({ rating }: { rating: Rating }) {
  const { t } = useTranslation("protocol");
  const { format, pick } = useLocale();
  const facts = [
    t("sheet.evaluate.raters", { count: rating.people }),
    t("sheet.evaluate.rated", { share: format.percent(rating.share) }),
    rating.source,
  ];
  return (
    <details className={classes.setting}>
      <summary>
        <BilingualText text={rating.title} /> <code>{rating.id}</code>
      </summary>
      <p className={classes.note}>{facts.join(" · ")}</p>
      {rating.scales.map((scale) => (
        <section key={scale.id} aria-label={pick(scale.title)}>
          <h4>
            <BilingualText text={scale.title} />
          </h4>
          <FactRows
            facts={scale.points.map((point) => ({
              name: `${point.value} ${pick(point.title)}`,
              value: pick(point.help),
            }))}
          />
        </section>
      ))}
      {rating.judge && (
        <>
          <p className={classes.note}>
            {t("sheet.evaluate.judge")} · {rating.judge.source}
          </p>
          <CodeCopy label={t("sheet.evaluate.judge")} wrap>
            {`${rating.judge.instruction}\n${rating.judge.prompt}`}
          </CodeCopy>
        </>
      )}
    </details>
  );
}

function SettingSheet({ setting }: { setting: Setting }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const formatTitle = useFormatTitle();
  const facts = [
    setting.shots > 0 ? t("sheet.evaluate.shots", { count: setting.shots }) : "",
    setting.images ? "" : t("sheet.evaluate.noImages"),
    t("sheet.evaluate.tokens", { n: format.number(setting.maximum_tokens) }),
    setting.source,
  ].filter(Boolean);
  return (
    <details className={classes.setting}>
      <summary>
        <BilingualText text={setting.title} /> <code>{setting.id}</code>
      </summary>
      <p className={classes.note}>{facts.join(" · ")}</p>
      <CodeCopy label={t("sheet.evaluate.prompt")} wrap>
        {`${setting.instruction}\n${setting.prompt}`}
      </CodeCopy>
      {Object.entries(setting.by_format).map(([questionFormat, wording]) => (
        <div key={questionFormat}>
          <p className={classes.note}>{formatTitle(questionFormat)}</p>
          <CodeCopy label={t("sheet.evaluate.prompt")} wrap>
            {`${wording.instruction}\n${wording.prompt}`}
          </CodeCopy>
        </div>
      ))}
      {setting.example && (
        <>
          <p className={classes.note}>{t("sheet.evaluate.example")}</p>
          <CodeCopy label={t("sheet.evaluate.example")} wrap>
            {setting.example}
          </CodeCopy>
        </>
      )}
    </details>
  );
}
