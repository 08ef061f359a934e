import { lazyRouteComponent } from "@tanstack/react-router";
import type { FlatNamespace } from "i18next";

import { loadTexts } from "../i18n/i18n";

/** A page that is loaded with the texts of its feature: neither is rendered without the other. */
export function lazyPage<
  Module extends Record<string, unknown>,
  Name extends keyof Module & string,
>(texts: FlatNamespace | readonly FlatNamespace[], load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadTexts(...[texts].flat())]);
    return page;
  }, name);
}
