import { Button } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { AppLink } from "@/lib/routing/app-link";

import { EvaluationHeader, type EvaluationPart } from "./evaluation-header";

/** Without a release there is nothing to score: a link to the releases. */
export function NothingReleased({ part }: { part: EvaluationPart }) {
  const { t } = useTranslation("evaluation");
  return (
    <>
      <EvaluationHeader part={part} />
      <EmptyState
        icon={<IconGauge size={40} stroke={1.4} />}
        title={t("none.title")}
        action={
          <Button renderRoot={(props) => <AppLink to={{ page: "releases" }} {...props} />}>
            {t("none.action")}
          </Button>
        }
      >
        <TextWithTerms text={t("none.text")} />
      </EmptyState>
    </>
  );
}
