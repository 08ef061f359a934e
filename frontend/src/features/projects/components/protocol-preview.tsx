import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./protocol-preview.module.css";

/** Preview of a protocol before it is chosen. */
export function ProtocolPreview({
  preview,
}: {
  preview: components["schemas"]["ProtocolPreview"];
}) {
  const { t } = useTranslation("projects");
  const { format, pick } = useLocale();
  const range = (least: number, most: number) => (least === most ? `${most}` : `${least}–${most}`);
  const rounds = preview.rounds.map((title) => pick(title));
  return (
    <dl className={classes.preview} aria-label={t("preview.title")}>
      <dt>{t("preview.item")}</dt>
      <dd>
        {t("preview.images", {
          count: preview.most_images,
          range: range(preview.images, preview.most_images),
        })}
        {" · "}
        {t("preview.annotators", { count: preview.annotators })}
      </dd>
      <dt>{t("preview.fields")}</dt>
      <dd>{format.list(preview.titles.map((title) => pick(title)))}</dd>
      <dt>{t("preview.questions")}</dt>
      <dd>{range(preview.minimum_questions, preview.maximum_questions)}</dd>
      <dt>{t("preview.rounds")}</dt>
      <dd>{rounds.length > 0 ? format.list(rounds) : t("preview.noRounds")}</dd>
      <dt>{t("preview.licence")}</dt>
      <dd>{preview.licence}</dd>
    </dl>
  );
}
