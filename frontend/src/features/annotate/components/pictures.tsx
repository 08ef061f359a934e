import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type Dispatch, memo, useState } from "react";
import { useTranslation } from "react-i18next";

import { ImageView } from "@/components/image/image-view";
import { KeyboardKey } from "@/lib/commands/kbd";

import type { ImageFile } from "../api";
import type { WorkspaceAction } from "../workspace-state";
import classes from "./pictures.module.css";

export interface PicturesProps {
  images: readonly ImageFile[];
  /** The code of the assignment. */
  number: string;
  shown: number;
  dispatch: Dispatch<WorkspaceAction>;
}

/** The item's image as large as its space; several images have a strip above. */
export const ItemImagesView = memo(function Pictures({
  images,
  number,
  shown,
  dispatch,
}: PicturesProps) {
  const { t } = useTranslation("annotate");
  const [folded, setFolded] = useState(false);
  const image = images[shown];
  const name = t("picture.name", { number });
  if (!image) return null;
  return (
    <div className={classes.pictures} data-folded={folded || undefined}>
      {images.length > 1 && (
        <div className={classes.strip} role="group" aria-label={t("picture.several")}>
          <KeyboardKey keys="[" />
          {images.map((one, index) => (
            <button
              key={one.id}
              type="button"
              className={classes.thumb}
              aria-pressed={index === shown}
              aria-label={t("picture.of", { index: index + 1, count: images.length })}
              onClick={() => {
                dispatch({ type: "show", picture: index });
              }}
            >
              {one.thumbnail_url && <img src={one.thumbnail_url} alt="" />}
            </button>
          ))}
          <KeyboardKey keys="]" />
        </div>
      )}
      <div className={classes.window}>
        <ImageView
          key={image.id}
          src={image.preview_url}
          alt={name}
          width={image.width}
          height={image.height}
        />
      </div>
      <ActionIcon
        className={classes.fold}
        variant="default"
        size={36}
        aria-label={t(folded ? "picture.unfold" : "picture.fold")}
        aria-expanded={!folded}
        onClick={() => {
          setFolded(!folded);
        }}
      >
        {folded ? <IconChevronDown size={20} /> : <IconChevronUp size={20} />}
      </ActionIcon>
    </div>
  );
});
