import { useEffect } from "react";

/**
 * Fetch and decode the next images, so that no spinner appears between two tasks. A withdrawn one
 * has no address.
 */
export function usePreload(urls: readonly (string | null)[]): void {
  const list = urls.join("\n");
  useEffect(() => {
    const images = list
      .split("\n")
      .filter(Boolean)
      .map((url) => {
        const image = new Image();
        image.src = url;
        // An image that cannot be decoded is reported where it is shown.
        image.decode().catch(() => undefined);
        return image;
      });
    return () => {
      // References are kept so that the browser does not drop the images early.
      images.length = 0;
    };
  }, [list]);
}
