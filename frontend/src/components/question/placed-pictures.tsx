import { createContext, type ReactNode, useContext } from "react";

import type { ItemPicture } from "@/components/picture/item-pictures";

const Pictures = createContext<readonly ItemPicture[]>([]);

/** The images that the texts of the questions below may contain. */
export function PlacedPictures({
  images,
  children,
}: {
  images: readonly ItemPicture[];
  children: ReactNode;
}) {
  return <Pictures value={images}>{children}</Pictures>;
}

export const usePlacedPictures = (): readonly ItemPicture[] => useContext(Pictures);
