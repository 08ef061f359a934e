import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useFormatTitle } from "@/components/question/formats/use-format-title";
import { useLocale } from "@/lib/i18n/use-locale";
import type { TextLength } from "@/lib/protocol/protocol";

import type { ProtocolDocument, Significant } from "../document";
import { useDocumentNames } from "../form/use-words";
import { BilingualText } from "./both";
import { FactRows, ProtocolPart } from "./part";
import classes from "./sheet.module.css";

/** The parts of an annotation: labels with their choices, texts, sentences. */
export function SheetFields({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const lengthText = useLengthText();
  const significant = (value: Significant | undefined): string => {
    if (value === undefined || value === "always") return t("sheet.field.always");
    if (value === "never") return t("sheet.field.never");
    return t("sheet.field.over", { over: format.number(value.over) });
  };
  return (
    <ProtocolPart id="fields" title={t("sheet.fields")}>
      {protocol.fields.map((field) => (
        <article key={field.id} className={classes.field}>
          <h3>
            <BilingualText text={field.title} /> <code>{field.id}</code>
          </h3>
          {field.help && (
            <p>
              <BilingualText block text={field.help} />
            </p>
          )}
          <p className={classes.note}>
            {[
              t(`sheet.field.kind.${field.kind}`),
              field.required ? "" : t("sheet.field.optional"),
              field.kind === "label" && field.multiple ? t("sheet.field.multiple") : "",
              field.kind === "label" && field.ordered ? t("sheet.field.ordered") : "",
              field.kind === "label" ? significant(field.significant) : "",
              field.kind === "text" ? lengthText(field) : "",
              field.kind === "sentence" ? field.template : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {field.kind !== "text" && (
            <ul className={classes.choices}>
              {(field.kind === "label" ? field.choices : field.slots).map((choice) => (
                <li key={choice.id}>
                  <Box component="span" fw={500}>
                    <BilingualText text={choice.title} />
                  </Box>
                  {choice.help && (
                    <span className={classes.note}>
                      <BilingualText text={choice.help} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </article>
      ))}
    </ProtocolPart>
  );
}

/** Return how a length is written, such as "about 17, at most 60 words"; empty without limits. */
function useLengthText() {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  return ({ minimum, target, maximum, unit }: TextLength & { minimum?: number }): string => {
    const limits = [
      minimum ? t("sheet.length.minimum", { count: minimum }) : "",
      target ? t("sheet.length.target", { count: target }) : "",
      maximum ? t("sheet.length.maximum", { count: maximum }) : "",
    ].filter(Boolean);
    return limits.length > 0 ? t(`sheet.length.${unit}`, { limits: format.list(limits) }) : "";
  };
}

/** Number and format of the questions. */
export function SheetQuestions({ protocol }: { protocol: ProtocolDocument }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const formatTitle = useFormatTitle();
  const { questions } = protocol;
  const lengthText = useLengthText();
  const words = useDocumentNames();
  const checks = Object.entries(questions.checks);
  return (
    <ProtocolPart id="questions" title={t("sheet.questions")}>
      <FactRows
        facts={[
          {
            name: t("sheet.question.formats"),
            value: format.list(questions.formats.map(formatTitle)),
          },
          {
            name: t("sheet.question.count"),
            value: t("sheet.question.range", {
              minimum: questions.minimum,
              maximum: questions.maximum,
            }),
          },
          { name: t("sheet.question.options"), value: questions.options },
          { name: t("sheet.question.stem"), value: lengthText(questions.stem) || "–" },
          { name: t("sheet.question.option"), value: lengthText(questions.option) || "–" },
          {
            name: t("sheet.question.writtenBy"),
            value: t(`sheet.question.by.${questions.written_by}`),
          },
          ...questions.fixed.map((fixed) => ({
            name: t("sheet.question.fixed"),
            value: <BilingualText text={fixed.stem} />,
          })),
          ...(checks.length > 0
            ? [
                {
                  name: t("sheet.question.checks"),
                  value: (
                    <Box component="ul" m={0} ps="1.1rem">
                      {checks.map(([id, level]) => (
                        <li key={id}>
                          {words.value(id)}
                          {format.colon}
                          {words.value(level)}
                        </li>
                      ))}
                    </Box>
                  ),
                },
              ]
            : []),
        ]}
      />
    </ProtocolPart>
  );
}
