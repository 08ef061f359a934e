import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { Thumbnail } from "@/components/image/thumbnail";
import { PolygonOverlay } from "@/components/image/polygon-overlay";
import { ThumbCell, ThumbGrid } from "@/components/image/thumb-grid";
import { useLocale } from "@/lib/i18n/use-locale";
import { inUnit } from "@/lib/stages/stages";
import { useImageStatus } from "@/lib/stages/use-stages";

import type { MeasuredImage } from "../api";
import classes from "./side.module.css";

/** The images closest to the threshold on one side of it, with the measured regions. */
export function ImagesBesideThreshold({
  title,
  unit,
  images,
}: {
  title: string;
  unit: string;
  images: readonly MeasuredImage[];
}) {
  const { t } = useTranslation("stages");
  const { format } = useLocale();
  const statusOf = useImageStatus();
  return (
    <Box component="section" className={classes.side} miw={0}>
      <Box component="h2" m="0 0 0.75rem" fz="1.0625rem">
        {title}
      </Box>
      {images.length === 0 && (
        <Box component="p" c="dimmed">
          {t("noPictures")}
        </Box>
      )}
      <ThumbGrid gap="1rem">
        {images.map((image) => (
          <ThumbCell
            key={image.id}
            to={{ page: "image", params: { id: String(image.id) } }}
            thumb={
              <Thumbnail
                src={image.thumbnail_url}
                alt={
                  image.regions.length > 0
                    ? t("pictureWithText", {
                        number: image.id,
                        texts: image.regions.map(({ text }) => text).join(" · "),
                      })
                    : t("picture", { number: image.id })
                }
                height={130}
                ratio={image.width / image.height}
                overlay={
                  <PolygonOverlay
                    width={1}
                    height={1}
                    polygons={image.regions.map(({ polygon, text }) => ({
                      points: polygon as [number, number][],
                      label: text,
                    }))}
                  />
                }
              />
            }
          >
            <Box className="tabular" component="span">
              {inUnit(image.value, unit, format)}
              <MutedText> {statusOf(image.status)}</MutedText>
            </Box>
          </ThumbCell>
        ))}
      </ThumbGrid>
    </Box>
  );
}
