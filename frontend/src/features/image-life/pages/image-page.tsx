import { Button, Switch, Title } from "@mantine/core";
import { IconArrowBackUp, IconBan } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { Picture } from "@/components/picture/picture";
import { PolygonOverlay } from "@/components/picture/polygon-overlay";
import { ReasonDialog } from "@/components/reason-dialog";
import { StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import { imageOptions, useRestore, useWithdraw } from "../api";
import { CopyComparison } from "../components/copy-comparison";
import { FactsList } from "../components/facts-list";
import { Life } from "../components/life";
import { canBeRestored, lastMeasurement, textPolygons } from "../facts";
import classes from "./image-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/images/$id");

export function ImagePage() {
  const { t } = useTranslation("image-life");
  const { format } = useLocale();
  const { slug, id } = route.useParams();
  const { data: image } = useSuspenseQuery(imageOptions(slug, id));
  const [showText, setShowText] = useState(false);
  const text = lastMeasurement(image.measurements, "text");
  const polygons = textPolygons(text);

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "images" }}>{t("back")}</AppLink>}
        title={
          <span className={classes.title}>
            {t("picture", { number: image.id })}
            <StatusBadge state={`image.${image.status}`} />
          </span>
        }
        actions={<Actions slug={slug} id={image.id} status={image.status} />}
      />
      <div className={classes.columns}>
        <div
          className={classes.picture}
          style={{ "--ratio": image.width / image.height } as CSSProperties}
        >
          <Picture
            key={image.id}
            src={image.preview_url}
            alt={t("picture", { number: image.id })}
            width={image.width}
            height={image.height}
            overlay={
              showText && polygons.length > 0 ? (
                <PolygonOverlay width={1} height={1} polygons={polygons} />
              ) : undefined
            }
          />
        </div>
        <div className={classes.words}>
          <section>
            <Title order={2}>{t("facts")}</Title>
            <FactsList image={image} />
          </section>
          <section>
            <Title order={2}>{t("measurements")}</Title>
            <p className={classes.sentence}>
              {text && polygons.length === 0
                ? t("text.nothing")
                : text
                  ? t("text.measured", {
                      area: format.percent(text.value ?? 0),
                      threshold: format.percent(text.threshold ?? 0),
                      count: polygons.length,
                    })
                  : t("text.none")}
            </p>
            {polygons.length > 0 && (
              <Switch
                label={t("text.show")}
                checked={showText}
                onChange={(event) => {
                  setShowText(event.currentTarget.checked);
                }}
              />
            )}
          </section>
          {image.duplicate_of !== null && (
            <section>
              <Title order={2}>{t("copy.title")}</Title>
              <CopyComparison slug={slug} image={image} keptId={image.duplicate_of} />
            </section>
          )}
          <section>
            <Title order={2} mb="md">
              {t("life.title")}
            </Title>
            <Life slug={slug} image={image} />
          </section>
        </div>
      </div>
    </>
  );
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const changes = { restore: useRestore(), withdraw: useWithdraw() };
  const shown = asked ?? "restore";
  const close = () => {
    setAsked(null);
    changes[shown].reset();
  };
  return (
    <>
      {canBeRestored({ status }) && (
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
        <p className={classes.sentence}>{t(`${shown}.follows`)}</p>
      </ReasonDialog>
    </>
  );
}
