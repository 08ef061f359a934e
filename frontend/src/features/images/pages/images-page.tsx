import { Button, Checkbox, Flex, Group, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconLink, IconSearch, IconX } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { ImageStatusBadge } from "@/components/image-status";
import { NoImagesNotice } from "@/components/no-images";
import { PageHeader } from "@/components/page-header";
import { ImageThumb } from "@/components/image/thumbnail";
import { ThumbCell, ThumbGrid } from "@/components/image/thumb-grid";
import { ShowMore } from "@/components/show-more";
import { Badge } from "@/components/status-badge";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { mostImages } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { funnelOptions } from "@/lib/session/funnel";
import type { Stage } from "@/lib/stages/stages";
import { useImageStatus, useStages } from "@/lib/stages/use-stages";

import { useImages, useSources } from "../api";
import { JoinBar } from "../components/join-bar";
import type { ImagesSearch, ImageStatus } from "../search";
import classes from "./images-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/images");
const SEARCH_DELAY_MS = 300;
/** Excluded images become no item, alone or grouped. */
const JOINABLE: readonly ImageStatus[] = ["imported", "in_screening", "accepted"];

export function ImagesPage() {
  const { t } = useTranslation(["images", "common"]);
  const { slug } = route.useParams();
  const search = route.useSearch();
  const go = useGoToPage();
  const { data: funnel } = useSuspenseQuery(funnelOptions(slug));
  const list = useImages(slug, search);
  const sources = useSources(slug, search.source !== undefined);
  const images = loadedRows(list.data);
  const most = mostImages(useProtocol(slug));
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const searchFor = useDebouncedCallback((words: string) => {
    go({ page: "images", search: { ...search, search: words || undefined } }, { replace: true });
  }, SEARCH_DELAY_MS);

  const placeOf = (image: number) =>
    chosen?.includes(image)
      ? t("join.place", { number: chosen.indexOf(image) + 1 })
      : t("join.choose");

  if (funnel.raw === 0) {
    return (
      <>
        <PageHeader title={t("title")} />
        <NoImagesNotice />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <StatusFilter search={search} counts={funnel} />
      <Group gap="sm" mb="1.5rem">
        <TextInput
          w="min(24rem, 100%)"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={18} />}
          type="search"
          defaultValue={search.search}
          onChange={(event) => {
            searchFor(event.currentTarget.value);
          }}
        />
        {search.source !== undefined && (
          <Narrowed search={{ ...search, source: undefined }}>
            {t("ofSource", {
              name: sources.data?.find(({ id }) => id === search.source)?.name ?? "…",
            })}
          </Narrowed>
        )}
        {search.job !== undefined && (
          <Narrowed search={{ ...search, job: undefined }}>
            {t("ofImport", { number: search.job })}
          </Narrowed>
        )}
        {most > 1 && chosen === null && (
          <Button
            variant="default"
            onClick={() => {
              setChosen([]);
            }}
          >
            {t("join.begin")}
          </Button>
        )}
      </Group>
      {chosen !== null && <JoinBar slug={slug} most={most} chosen={chosen} onChosen={setChosen} />}
      {list.isPending ? (
        <LoadingGrid />
      ) : images.length === 0 ? (
        <EmptyState title={t("nothing.title")}>{t("nothing.text")}</EmptyState>
      ) : (
        <ThumbGrid gap="1.5rem 1.25rem">
          {images.map((image) => (
            <ThumbCell
              key={image.id}
              to={{ page: "image", params: { id: String(image.id) } }}
              thumb={
                <>
                  <ImageThumb image={image} alt={t("picture", { number: image.id })} height={150} />
                  <span className={classes.path} title={image.original_path}>
                    {image.original_path.split("/").at(-1)}
                  </span>
                </>
              }
            >
              <ImageStatusBadge status={image.status} />
              {image.together !== "" && (
                <Badge tone="neutral" icon={IconLink}>
                  {t("join.together")}
                </Badge>
              )}
              {chosen !== null && JOINABLE.includes(image.status) && (
                <Checkbox
                  label={placeOf(image.id)}
                  aria-label={`${placeOf(image.id)}: ${t("picture", { number: image.id })}`}
                  checked={chosen.includes(image.id)}
                  onChange={() => {
                    setChosen(
                      chosen.includes(image.id)
                        ? chosen.filter((id) => id !== image.id)
                        : [...chosen, image.id],
                    );
                  }}
                />
              )}
            </ThumbCell>
          ))}
        </ThumbGrid>
      )}
      <ShowMore list={list} mt="lg" />
    </>
  );
}

type Counts = Readonly<Record<ImageStatus | "raw", number>>;

function StatusFilter({ search, counts }: { search: ImagesSearch; counts: Counts }) {
  const { t } = useTranslation(["images", "common"]);
  const { format } = useLocale();
  const statusOf = useImageStatus();
  const stages = useStages();
  const statuses = inOrder(stages).filter((status) => isShown(status, stages, counts));
  const all = statuses.reduce((sum, status) => sum + counts[status], 0);
  const link = (status: ImagesSearch["status"], label: string, count: number) => (
    <AppLink
      key={status ?? "all"}
      to={{ page: "images", search: { ...search, status } }}
      className={classes.status}
      aria-current={search.status === status ? "true" : undefined}
    >
      {label} <span className={classes.count}>{format.number(count)}</span>
    </AppLink>
  );
  return (
    <Flex component="nav" gap="0.4rem" wrap="wrap" mb="md" aria-label={t("byStatus")}>
      {link(undefined, t("all"), all)}
      {statuses.map((status) => link(status, statusOf(status), counts[status]))}
    </Flex>
  );
}

/** The states of images in the order of the stages. */
function inOrder(stages: readonly Stage[]): ImageStatus[] {
  const of = (people: boolean) =>
    stages
      .filter(({ kind }) => (kind === "people") === people)
      .map(({ state }) => state as ImageStatus);
  return ["imported", ...of(false), "in_screening", ...of(true), "accepted", "withdrawn"];
}

/** States of a stage that is off are shown only if images have them. */
function isShown(status: ImageStatus, stages: readonly Stage[], counts: Counts): boolean {
  const stage = stages.find(({ state }) => state === status);
  return !stage || stage.is_on || counts[status] > 0;
}

/** A filter from a link, which can be removed. */
function Narrowed({ search, children }: { search: ImagesSearch; children: string }) {
  return (
    <AppLink to={{ page: "images", search: { ...search } }} className={classes.narrowed}>
      {children}
      <IconX size={16} aria-hidden="true" />
    </AppLink>
  );
}

const WIDTHS = [150, 220, 180, 110, 240, 150, 200, 130, 170, 210];

function LoadingGrid() {
  return (
    <Group gap="1.5rem 1.25rem" align="stretch" aria-busy="true">
      {WIDTHS.map((width, index) => (
        <Skeleton key={index} height={190} width={width} />
      ))}
    </Group>
  );
}
