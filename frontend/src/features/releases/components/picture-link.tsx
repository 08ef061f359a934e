import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { PictureThumb } from "@/components/picture/picture-thumb";
import { AppLink } from "@/lib/routing/app-link";

interface PictureLinkProps {
  picture: components["schemas"]["ItemPicture"];
  height: number;
  className?: string | undefined;
}

/** A small image that leads to its item's page; to its own while it belongs to no item. */
export function PictureLink({ picture, height, className }: PictureLinkProps) {
  const { t } = useTranslation(["releases", "common"]);
  const { id, item_number: number, thumbnail_url: src } = picture;
  const name = number === null ? t("picture", { id }) : t("common:item.numbered", { number });
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
      <PictureThumb src={src} alt={name} height={height} />
    </AppLink>
  );
}
