import { Box, Button, Flex, Switch, Title } from "@mantine/core";
import { IconArrowBackUp, IconBan } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ImageView } from "@/components/image/image-view";
import { PolygonOverlay } from "@/components/image/polygon-overlay";
import { ReasonDialog } from "@/components/reason-dialog";
import { TakeDownButton } from "@/components/takedown/take-down-button";
import { useTakedownPlan } from "@/components/takedown/takedown-dialog";
import { ImageStatusBadge } from "@/components/image-status";
import { useLocale } from "@/lib/i18n/use-locale";
import { usePageTitle } from "@/lib/routing/page-title";
import { AppLink } from "@/lib/routing/app-link";
import { inUnit, type Stage } from "@/lib/stages/stages";
import { useStages, useStageText } from "@/lib/stages/use-stages";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type ImageDetail,
  imageOptions,
  useItemOfImage,
  useRestoreImage,
  useWithdrawImage,
} from "../api";
import { CopyComparison } from "../components/copy-comparison";
import { FactsList } from "../components/facts-list";
import { FullHistory } from "../components/life";
import { canBeRestored, lastMeasurement, measuredRegions } from "../facts";
import classes from "./image-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/images/$id");

export function ImagePage() {
  const { t } = useTranslation("image-life");
  const { slug, id } = route.useParams();
  const { data: image } = useSuspenseQuery(imageOptions(slug, id));
  const [showRegions, setShowRegions] = useState(false);
  const item = useItemOfImage(slug, image.id);
  usePageTitle(t("picture", { number: image.id }));
  const stages = useStages();
  const polygons = stages.flatMap((stage) =>
    stage.measures.flatMap(({ id: measure }) =>
      measuredRegions(lastMeasurement(image.measurements, stage.id, measure)),
    ),
  );

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "images" }}>{t("back")}</AppLink>}
        lead={
          item && (
            <AppLink to={{ page: "item", params: { number: String(item.number) } }}>
              {t("ofItem", { number: item.number })}
            </AppLink>
          )
        }
        title={
          <Flex component="span" gap="sm" align="center" wrap="wrap">
            {t("picture", { number: image.id })}
            <ImageStatusBadge status={image.status} />
          </Flex>
        }
        actions={<Actions slug={slug} id={image.id} status={image.status} />}
      />
      <div className={classes.columns}>
        <div
          className={classes.picture}
          style={{ "--ratio": image.width / image.height } as CSSProperties}
        >
          <ImageView
            key={image.id}
            src={image.preview_url}
            alt={t("picture", { number: image.id })}
            width={image.width}
            height={image.height}
            overlay={
              showRegions && polygons.length > 0 ? (
                <PolygonOverlay width={1} height={1} polygons={polygons} />
              ) : undefined
            }
          />
        </div>
        <div className={classes.words}>
          <section>
            <Title order={2} mb="0.6rem">
              {t("facts")}
            </Title>
            <FactsList image={image} />
          </section>
          <section>
            <Title order={2} mb="0.6rem">
              {t("measurements")}
            </Title>
            <Measurements image={image} stages={stages} />
            {polygons.length > 0 && (
              <Switch
                label={t("measured.show")}
                checked={showRegions}
                onChange={(event) => {
                  setShowRegions(event.currentTarget.checked);
                }}
              />
            )}
          </section>
          {image.duplicate_of !== null && (
            <section>
              <Title order={2} mb="0.6rem">
                {t("copy.title")}
              </Title>
              <CopyComparison slug={slug} image={image} keptId={image.duplicate_of} />
            </section>
          )}
          <section>
            <Title order={2} mb="md">
              {t("life.title")}
            </Title>
            <FullHistory slug={slug} images={[image]} itemId={item?.id} />
          </section>
        </div>
      </div>
    </>
  );
}

/** The last value of each measure with its threshold. */
function Measurements({ image, stages }: { image: ImageDetail; stages: readonly Stage[] }) {
  const { t } = useTranslation("image-life");
  const { format } = useLocale();
  const text = useStageText();
  const rows = stages.flatMap((stage) =>
    stage.measures.flatMap(({ id, unit }) => {
      const found = lastMeasurement(image.measurements, stage.id, id);
      return found ? [{ stage, id, unit, found }] : [];
    }),
  );
  if (rows.length === 0)
    return (
      <Box component="p" m="0 0 0.75rem">
        {t("measured.none")}
      </Box>
    );
  return rows.map(({ stage, id, unit, found }) => (
    <Box key={`${stage.id} ${id}`} component="p" m="0 0 0.75rem">
      {t("measured.value", {
        measure: text(stage, `measure.${id}`),
        value: inUnit(found.value ?? null, unit, format),
        threshold: inUnit(found.threshold, unit, format),
      })}
    </Box>
  ));
}

type Asked = "restore" | "withdraw";

function Actions({
  slug,
  id,
  status,
}: {
  slug: string;
  id: number;
  status: Parameters<typeof canBeRestored>[0]["status"];
}) {
  const { t } = useTranslation("image-life");
  const toasts = useToasts();
  const stages = useStages();
  const { can } = useProject();
  const plan = useTakedownPlan(slug, { image: id }, can("maintain"));
  const [asked, setAsked] = useState<Asked | null>(null);
  const changes = { restore: useRestoreImage(), withdraw: useWithdrawImage() };
  const shown = asked ?? "restore";
  const close = () => {
    setAsked(null);
    changes[shown].reset();
  };
  return (
    <>
      {canBeRestored({ status }, stages) && (
        <Button
          leftSection={<IconArrowBackUp size={18} />}
          onClick={() => {
            setAsked("restore");
          }}
        >
          {t("restore.action")}
        </Button>
      )}
      {status !== "withdrawn" && (
        <Button
          variant="default"
          leftSection={<IconBan size={18} />}
          onClick={() => {
            setAsked("withdraw");
          }}
        >
          {t("withdraw.action")}
        </Button>
      )}
      {can("maintain") && plan.data?.confirm && (
        <TakeDownButton slug={slug} target={{ image: id }} />
      )}
      <ReasonDialog
        opened={asked !== null}
        onClose={close}
        title={t(`${shown}.title`)}
        action={t(`${shown}.action`)}
        pending={changes[shown].isPending}
        error={changes[shown].error}
        onConfirm={(reason) => {
          changes[shown].mutate(
            { params: { path: { slug, image_id: id } }, body: { reason } },
            {
              onSuccess: () => {
                setAsked(null);
                toasts.done(t(`${shown}.done`));
              },
            },
          );
        }}
      >
        <Box component="p" m="0 0 0.75rem">
          {t(`${shown}.follows`)}
        </Box>
      </ReasonDialog>
    </>
  );
}
