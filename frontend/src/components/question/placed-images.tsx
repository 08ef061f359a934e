import { createContext, type ReactNode, useContext } from "react";

import type { ItemImage } from "@/components/image/item-images";

const Pictures = createContext<readonly ItemImage[]>([]);

/** The images that the texts of the questions below may contain. */
export function PlacedImages({
  images,
  children,
}: {
  images: readonly ItemImage[];
  children: ReactNode;
}) {
  return <Pictures value={images}>{children}</Pictures>;
}

export const usePlacedImages = (): readonly ItemImage[] => useContext(Pictures);
