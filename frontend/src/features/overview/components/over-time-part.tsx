import { Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { agreementOptions, MINIMUM_AGREEMENT_MEASURE } from "@/components/agreement/agreement";
import { AgreementOverTime } from "@/components/agreement/agreement-over-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";

import classes from "./overview.module.css";

/** Agreement over time: one small chart per field, once there is data. */
export function OverTimePart({ slug }: { slug: string }) {
  const { t } = useTranslation("overview");
  const { pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const { data } = useQuery(agreementOptions(slug));
  if (!data?.some(({ agreement }) => agreement.used > 0)) return null;
  return (
    <section aria-labelledby="over-time" className={classes.part}>
      <Group gap="0 1.5rem" align="baseline" justify="space-between">
        <Title order={2} mb="0.75rem" id="over-time">
          {t("overTime.title")}
        </Title>
        <AppLink to={{ page: "agreement" }}>{t("agreement.more")}</AppLink>
      </Group>
      <Suspense fallback={<Skeleton height={180} />}>
        <AgreementOverTime
          slug={slug}
          measure={MINIMUM_AGREEMENT_MEASURE}
          titleOf={(id) => pick(fields.find((field) => field.id === id)?.title) || id}
        />
      </Suspense>
    </section>
  );
}
