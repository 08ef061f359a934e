import { Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { PageHeader } from "@/components/page-header";
import { useProject } from "@/lib/session/project";

import { batchesOptions, batchOptions } from "../api";
import { CalibrationBatch } from "../components/batch";
import classes from "../components/calibration.module.css";
import { ChooseItems } from "../components/choose-items";
import { OwnBatch } from "../components/own-batch";
import { PreparationTabs } from "../components/parts";
import { PassRule } from "../components/rule";

const route = getRouteApi("/signed-in/projects/$slug/calibration");
const LIVE_MS = 15_000;

export function CalibrationPage() {
  const { slug, role } = useProject();
  return role === "annotator" ? <OwnBatch slug={slug} /> : <Batches slug={slug} />;
}

/** The batch that everyone annotates before other work, and the form of a new one. */
function Batches({ slug }: { slug: string }) {
  const { t } = useTranslation("calibration");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery({ ...batchesOptions(slug), refetchInterval: LIVE_MS });
  const { rules, batches } = data;
  const number = search.batch ?? batches[0]?.number;
  const batch = useQuery({
    ...batchOptions(slug, number ?? 0),
    enabled: number !== undefined,
    refetchInterval: LIVE_MS,
  });
  const isOpen = batches.some(({ status }) => status === "open");
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <PreparationTabs />
      <PassRule rules={rules} />
      {batches.length > 1 && (
        <ChipChoice
          label={t("batch.choose")}
          withoutKeys
          hint=""
          value={String(number)}
          options={batches.map((one) => ({
            value: String(one.number),
            label: t("batch.title", { number: one.number }),
          }))}
          onChange={(value) => {
            void navigate({ search: { batch: Number(value) }, replace: true });
          }}
        />
      )}
      {batch.data && (
        <CalibrationBatch
          slug={slug}
          calibration={batch.data}
          rules={rules}
          current={data.protocol_version}
        />
      )}
      {!isOpen && (
        <section aria-labelledby="choose" className={classes.part}>
          <Title order={2} mb="0.5rem" id="choose">
            {t(batches.length > 0 ? "choose.another" : "choose.title")}
          </Title>
          <ChooseItems
            slug={slug}
            wanted={rules?.items}
            onOpened={() => void navigate({ search: {}, replace: true })}
          />
        </section>
      )}
    </>
  );
}
