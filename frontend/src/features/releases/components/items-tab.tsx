import { Box, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { ItemImageLink } from "@/components/image/item-image-link";
import { QuestionView } from "@/components/question/question-view";
import { ShowMore } from "@/components/show-more";
import { TakeDownButton } from "@/components/takedown/take-down-button";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { type Release, type ReleasedItem, useReleasedItems } from "../api";
import { useLabelAndTextTitles } from "../use-titles";
import classes from "./items-tab.module.css";

/** The released items: image, questions, options and correct answers. */
export function ItemsTab({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const list = useReleasedItems(slug, release.version);
  if (list.error) return <ProblemAlert error={list.error} />;
  return (
    <>
      <ul className={classes.items}>
        {list.data?.pages
          .flatMap(({ results }) => results)
          .map((item) => (
            <Item key={item.key} item={item} isOut={release.status !== "previewed"} />
          ))}
      </ul>
      <ShowMore list={list} label={t("viewer.more")} />
    </>
  );
}

function Item({ item, isOut }: { item: ReleasedItem; isOut: boolean }) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const { format } = useLocale();
  const titles = useLabelAndTextTitles(slug);
  const { picture, split, labels, questions } = item;
  const mayTakeDown = isOut && can("maintain");
  const labelled = Object.entries(labels).filter(([, choices]) => choices.length > 0);
  return (
    <li className={classes.item}>
      <Stack gap="var(--mantine-spacing-xs)" align="flex-start" flex="0 0 14rem">
        <ItemImageLink picture={picture} height={160} withName />
        <MutedText>{t("viewer.inSplit", { split })}</MutedText>
        {mayTakeDown && <TakeDownButton slug={slug} target={{ image: picture.id }} subtle />}
      </Stack>
      <div className={classes.words}>
        {Object.entries({ ...item.texts, ...item.sentences }).map(([field, text]) => (
          <p key={field}>
            <strong>{titles.ofField(field, field)}</strong>
            {format.colon}
            {text}
          </p>
        ))}
        {labelled.length > 0 && (
          <Box component="p" c="dimmed">
            {labelled
              .map(
                ([field, choices]) =>
                  titles.ofField(field, field) +
                  format.colon +
                  format.list(choices.map((choice) => titles.ofChoice(field, choice, choice))),
              )
              .join(" · ")}
          </Box>
        )}
        {questions.map((question) => (
          <Box key={question.id} component="section" mt="var(--mantine-spacing-md)">
            <QuestionView
              format={question.format}
              stem={question.stem}
              options={question.options}
              answer={question.answer}
            />
            {mayTakeDown && (
              <TakeDownButton slug={slug} target={{ question: question.id }} subtle />
            )}
          </Box>
        ))}
      </div>
    </li>
  );
}
