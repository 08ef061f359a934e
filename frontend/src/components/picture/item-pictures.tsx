import { useTranslation } from "react-i18next";

import classes from "./item-pictures.module.css";
import { Picture } from "./picture";

export interface ItemPicture {
  id: number;
  width: number;
  height: number;
  preview_url: string | null;
}

/** The images of one item side by side, as large as the space allows. */
export function ItemPictures({
  images,
  number,
}: {
  images: readonly ItemPicture[];
  /** Name of the item, "Item 12"; absent where it would reveal something. */
  number?: number | string | null;
}) {
  const { t } = useTranslation();
  const name = number == null ? t("picture.title") : t("item.numbered", { number });
  return (
    <div className={classes.row}>
      {images.map((image, index) => (
        <div key={image.id} className={classes.place}>
          <Picture
            src={image.preview_url}
            alt={images.length > 1 ? `${name}, ${String(index + 1)}` : name}
            width={image.width}
            height={image.height}
            bare={index > 0}
          />
        </div>
      ))}
    </div>
  );
}
