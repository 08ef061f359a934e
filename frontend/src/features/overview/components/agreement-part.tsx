import { Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { agreementOptions } from "@/components/agreement/agreement";
import { AgreementDots } from "@/components/agreement/agreement-dots";
import { StatisticsNote } from "@/components/statistics-note";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import { SLOW_REFRESH_MS } from "../api";
import classes from "./overview.module.css";

/** Inter-annotator agreement by field. */
export function AgreementPart({ slug }: { slug: string }) {
  const { t } = useTranslation("overview");
  const { pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const { data, error, refetch } = useQuery({
    ...agreementOptions(slug),
    refetchInterval: SLOW_REFRESH_MS,
  });
  const hasAny = data?.some(({ agreement }) => agreement.used > 0);
  return (
    <section aria-labelledby="agreement">
      <Group gap="0 1.5rem" align="baseline" justify="space-between">
        <Title order={2} mb="0.75rem" id="agreement">
          <TextWithTerms text={t("agreement.title")} />
        </Title>
        <AppLink to={{ page: "people" }}>{t("agreement.more")}</AppLink>
      </Group>
      <StatisticsNote slug={slug} />
      {error ? (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : hasAny ? (
        <AgreementDots
          rows={data}
          titleOf={(id) => pick(fields.find((field) => field.id === id)?.title) || id}
        />
      ) : (
        <p className={classes.note}>{t("agreement.none")}</p>
      )}
    </section>
  );
}
