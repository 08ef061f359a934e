import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useFirst } from "@/lib/use-first";

import type { Probes } from "../api-scores";
import { MarkedOptions } from "./marked-options";
import classes from "./shortcuts.module.css";

/** Questions that every model solved without the picture. */
export function GivenAway({ solved, isProbed }: { solved: Probes["solved"]; isProbed: boolean }) {
  const { t } = useTranslation("evaluation");
  const { shown, onMore } = useFirst(solved);
  return (
    <section className={classes.section} aria-labelledby="given-away">
      <Title order={2} size="h3" id="given-away" mb="xs">
        {isProbed ? t("givenAway.title", { count: solved.length }) : t("givenAway.notProbedTitle")}
      </Title>
      <p className={classes.lead}>{t(isProbed ? "givenAway.lead" : "givenAway.notProbed")}</p>
      <ul className={classes.list}>
        {shown.map(({ question, rules }) => (
          <li key={question.id} className={classes.entry}>
            <div className={classes.words}>
              <p className={classes.stem}>{question.stem}</p>
              <MarkedOptions
                options={question.options}
                answer={question.answer}
                keyText={question.key}
              />
            </div>
            {rules.includes("longest") && <p className={classes.note}>{t("givenAway.longest")}</p>}
          </li>
        ))}
      </ul>
      {onMore && (
        <Button variant="default" onClick={onMore}>
          {t("common:table.more")}
        </Button>
      )}
    </section>
  );
}
