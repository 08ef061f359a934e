import { Box, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ImageView } from "./image-view";

export interface ItemImage {
  id: number;
  width: number;
  height: number;
  preview_url: string | null;
}

/** The images of one item side by side, as large as the space allows. */
export function ItemImages({
  images,
  number,
}: {
  images: readonly ItemImage[];
  /** Name of the item, "Item 12"; absent where it would reveal something. */
  number?: number | string | null;
}) {
  const { t } = useTranslation();
  const name = number == null ? t("picture.title") : t("item.numbered", { number });
  return (
    <Group gap="sm" align="stretch" wrap="nowrap" w="100%" h="100%">
      {images.map((image, index) => (
        <Box key={image.id} flex={1} miw={0} h="100%">
          <ImageView
            src={image.preview_url}
            alt={images.length > 1 ? `${name}, ${String(index + 1)}` : name}
            width={image.width}
            height={image.height}
            bare={index > 0}
          />
        </Box>
      ))}
    </Group>
  );
}
