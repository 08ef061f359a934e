import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ItemPictureLink } from "@/components/picture/item-picture-link";
import { TakeDownButton } from "@/components/takedown/take-down-button";
import { ProblemAlert } from "@/components/problem-alert";
import { useProject } from "@/lib/session/project";

import { type Release, type ReleasedItem, useItems } from "../api";
import classes from "./items-tab.module.css";

/** The items as the files hold them: image, questions, options and correct answers. */
export function ItemsTab({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useItems(
    slug,
    release.version,
  );
  if (error) return <ProblemAlert error={error} />;
  return (
    <>
      <ul className={classes.items}>
        {data?.pages
          .flatMap(({ results }) => results)
          .map((item) => (
            <Item key={item.key} item={item} isOut={release.status !== "previewed"} />
          ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("viewer.more")}
        </Button>
      )}
    </>
  );
}

function Item({ item, isOut }: { item: ReleasedItem; isOut: boolean }) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const { picture, split, questions } = item;
  const mayTakeDown = isOut && can("maintainer");
  return (
    <li className={classes.item}>
      <div className={classes.picture}>
        <ItemPictureLink picture={picture} height={160} withName />
        <span className={classes.split}>{t("viewer.inSplit", { split })}</span>
        {mayTakeDown && <TakeDownButton slug={slug} target={{ image: picture.id }} subtle />}
      </div>
      <div className={classes.words}>
        {Object.entries(item.texts).map(([field, text]) => (
          <p key={field}>{text}</p>
        ))}
        {questions.map((question) => (
          <section key={question.id} className={classes.question}>
            <p className={classes.stem}>{question.stem}</p>
            {question.options.length > 0 ? (
              <ol type="A">
                {question.options.map((option, at) => (
                  <li key={option} data-key={isKey(question.answer, at) || undefined}>
                    {option}
                    {isKey(question.answer, at) && (
                      <span className={classes.key}> {t("viewer.key")}</span>
                    )}
                  </li>
                ))}
              </ol>
            ) : (
              <p>
                {t("viewer.answer")} {JSON.stringify(question.answer)}
              </p>
            )}
            {mayTakeDown && (
              <TakeDownButton slug={slug} target={{ question: question.id }} subtle />
            )}
          </section>
        ))}
      </div>
    </li>
  );
}

/** Whether the option at this place is a correct one, of one or of several. */
function isKey(answer: unknown, at: number): boolean {
  return Array.isArray(answer) ? answer.includes(at) : answer === at;
}
