import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { AppLink } from "@/lib/routing/app-link";

import { Thumbnail } from "./thumbnail";

type Named = Pick<components["schemas"]["ItemPicture"], "id" | "item_number">;

/** What people call an image: its item's number, its own while it belongs to no item. */
export function useItemImageName() {
  const { t } = useTranslation();
  return ({ id, item_number: number }: Named) =>
    number === null ? t("picture.numbered", { number: id }) : t("item.numbered", { number });
}

interface ItemImageLinkProps {
  picture: Named & { thumbnail_url: string | null };
  height: number;
  /** Its name stands below it, too. */
  withName?: boolean;
  className?: string | undefined;
}

/** A small image that leads to its item's page; to its own while it belongs to no item. */
export function ItemImageLink({
  picture,
  height,
  withName = false,
  className,
}: ItemImageLinkProps) {
  const { id, item_number: number, thumbnail_url: src } = picture;
  const name = useItemImageName()(picture);
  return (
    <AppLink
      to={
        number === null
          ? { page: "image", params: { id: String(id) } }
          : { page: "item", params: { number: String(number) } }
      }
      className={className}
      title={name}
    >
      <Thumbnail src={src} alt={withName ? "" : name} height={height} />
      {withName && (
        <Box component="span" display="block">
          {name}
        </Box>
      )}
    </AppLink>
  );
}
