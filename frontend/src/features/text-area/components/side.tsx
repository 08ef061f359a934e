import { useTranslation } from "react-i18next";

import { PictureThumb } from "@/components/picture/picture-thumb";
import { PolygonOverlay } from "@/components/picture/polygon-overlay";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { TextImage } from "../api";
import classes from "./side.module.css";

/** The pictures nearest the line on one side of it, the nearest first, with what was read. */
export function Side({ title, images }: { title: string; images: readonly TextImage[] }) {
  const { t } = useTranslation(["text-area", "common"]);
  const { format } = useLocale();
  return (
    <section className={classes.side}>
      <h2 className={classes.title}>{title}</h2>
      {images.length === 0 && <p className={classes.none}>{t("noPictures")}</p>}
      <ul className={classes.list}>
        {images.map((image) => (
          <li key={image.id} className={classes.cell}>
            <AppLink
              to={{ page: "image", params: { id: String(image.id) } }}
              className={classes.link}
            >
              <PictureThumb
                src={image.thumbnail_url}
                alt={t("picture", {
                  number: image.id,
                  texts: image.regions.map(({ text }) => text).join(" · "),
                })}
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
            </AppLink>
            <span className={classes.value}>
              {format.percent(image.share)}
              <span className={classes.status}> {t(`common:status.image.${image.status}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
