import { Box, Button, Skeleton } from "@mantine/core";
import { IconPhotoCheck } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { ImageThumb } from "@/components/image/thumbnail";
import { ReasonDialog } from "@/components/reason-dialog";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useScreeningRules } from "@/lib/protocol/screening";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useStages, useStageText } from "@/lib/stages/use-stages";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type ExcludedImage, useExcludedImages, useRestoreImage } from "../api";
import { toolsInWords } from "../components/stage-part";
import { measuredInWords } from "../measured";
import classes from "./excluded-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/funnel/excluded");

/** Every excluded image with the reason, and a button to restore it. */
export function ExcludedPage() {
  const { t } = useTranslation("funnel");
  const { slug } = route.useParams();
  const { stage } = route.useSearch();
  const go = useGoToPage();
  const toasts = useToasts();
  const list = useExcludedImages(slug, stage);
  const restore = useRestoreImage();
  const stages = useStages();
  const text = useStageText();
  const [asked, setAsked] = useState<number | null>(null);
  const rows = loadedRows(list.data);
  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "funnel" }}>{t("title")}</AppLink>}
        title={t("excluded.title")}
        lead={t("excluded.lead")}
      />
      <Box mb="lg">
        <ChipChoice
          label={t("excluded.filter")}
          hideLabel
          withoutKeys
          options={[
            { value: "all", label: t("excluded.all") },
            ...stages
              .filter(({ id, is_on: isOn }) => isOn || id === stage)
              .map((one) => ({ value: one.id, label: text(one, "title") })),
          ]}
          value={stage ?? "all"}
          onChange={(value: string) => {
            const search = value === "all" ? {} : { stage: value };
            go({ page: "excluded", search }, { replace: true });
          }}
        />
      </Box>
      {list.isPending ? (
        <Skeleton height={420} />
      ) : (
        <DataTable
          caption={t("excluded.title")}
          rows={rows}
          rowKey={({ id }) => id}
          more={list}
          empty={
            <EmptyState
              icon={<IconPhotoCheck size={40} stroke={1.4} />}
              title={t("excluded.none.title")}
            >
              {t("excluded.none.text")}
            </EmptyState>
          }
          columns={[
            { key: "picture", header: t("excluded.picture"), cell: (row) => <Shown image={row} /> },
            {
              key: "why",
              header: t("excluded.why"),
              cell: (row) => <Why slug={slug} image={row} />,
            },
            {
              key: "tool",
              header: t("excluded.tool"),
              cell: ({ exclusion: { tools, run } }) => (
                <div className={classes.tool}>
                  {toolsInWords(tools) || t("excluded.byPeople")}
                  {run !== null && <div>{t("excluded.run", { number: run })}</div>}
                </div>
              ),
            },
            {
              key: "when",
              header: t("excluded.when"),
              cell: ({ exclusion: { at } }) => <RelativeTime at={at} />,
            },
            {
              key: "restore",
              header: "",
              cell: ({ id }) => (
                <Button
                  variant="default"
                  size="compact-md"
                  onClick={() => {
                    setAsked(id);
                  }}
                >
                  {t("excluded.restore")}
                </Button>
              ),
            },
          ]}
        />
      )}
      <ReasonDialog
        opened={asked !== null}
        onClose={() => {
          restore.reset();
          setAsked(null);
        }}
        title={t("excluded.confirm.title")}
        action={t("excluded.restore")}
        pending={restore.isPending}
        error={restore.error}
        onConfirm={(reason) => {
          if (asked === null) return;
          restore.mutate(
            { params: { path: { slug, image_id: asked } }, body: { reason } },
            {
              onSuccess: () => {
                setAsked(null);
                toasts.done(t("excluded.confirm.done"));
              },
            },
          );
        }}
      >
        <Box component="p" m={0}>
          {t("excluded.confirm.follows")}
        </Box>
      </ReasonDialog>
    </>
  );
}

function Shown({ image }: { image: ExcludedImage }) {
  const { t } = useTranslation("common");
  return (
    <AppLink to={{ page: "image", params: { id: String(image.id) } }} className={classes.picture}>
      <ImageThumb image={image} alt={t("picture.numbered", { number: image.id })} height={72} />
      <Box component="span" className="ellipsis" maw="100%" title={image.original_path}>
        {image.original_path}
      </Box>
    </AppLink>
  );
}

function Why({ slug, image: { exclusion } }: { slug: string; image: ExcludedImage }) {
  const { t } = useTranslation("funnel");
  const { format, pick } = useLocale();
  const { reasons } = useScreeningRules(slug);
  const text = useStageText();
  const stage = useStages().find(({ id }) => id === exclusion.stage);
  // A vote has one of the protocol's reasons; other reasons are typed sentences.
  const said = format.list(
    exclusion.reason
      .split(", ")
      .map((id) => pick(reasons.find((one) => one.id === id)?.title) || id),
  );
  return (
    <div className={classes.why}>
      {stage && (
        <>
          <strong>{text(stage, "title")}</strong>
          <div>
            {text(stage, `reason.${exclusion.rule}`, measuredInWords(exclusion, stage, format))}
          </div>
        </>
      )}
      {exclusion.similarity !== null && exclusion.rule !== "released" && (
        <div>
          {t("excluded.alike", {
            similarity: format.percent(exclusion.similarity),
            least: format.percent(exclusion.least_similarity ?? 0, 0),
          })}
        </div>
      )}
      {said && <Box c="dimmed">{[said, ...exclusion.notes].join(": ")}</Box>}
    </div>
  );
}
