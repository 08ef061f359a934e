import { Button, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { MyTestSet } from "../api";
import classes from "./my-test-sets.module.css";

/** Releases that the person answers for the human baseline, one after the other. */
export function MyTestSets({ testSets }: { testSets: readonly MyTestSet[] }) {
  const { t } = useTranslation("my-work");
  const { format } = useLocale();
  return testSets.map(({ id, version, answered, total }, index) => (
    <section key={id} className={classes.testSet} aria-labelledby={`test-set-${String(id)}`}>
      <h2 id={`test-set-${String(id)}`}>{t("testSet.title", { version })}</h2>
      <p>
        {t("testSet.text")}
        {format.gap}
        {t("testSet.done", { answered, total })}
      </p>
      <Progress value={(100 * answered) / total} aria-label={t("testSet.progress")} />
      {index === 0 && (
        <Button mt="md" renderRoot={(props) => <AppLink to={{ page: "baseline" }} {...props} />}>
          {t(answered > 0 ? "testSet.continue" : "testSet.begin")}
        </Button>
      )}
    </section>
  ));
}
