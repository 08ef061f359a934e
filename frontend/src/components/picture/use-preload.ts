import { useEffect } from "react";

/**
 * Fetch and decode the next pictures, so that there is no spinner between two tasks. A withdrawn
 * one has no address.
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
        // A picture that cannot be decoded says so where it is shown.
        image.decode().catch(() => undefined);
        return image;
      });
    return () => {
      // Kept until here, so that the browser does not let go of them early.
      images.length = 0;
    };
  }, [list]);
}
