import "@testing-library/jest-dom/vitest";

import { cleanNotifications, cleanNotificationsQueue } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import type { FlatNamespace } from "i18next";
import { afterEach, beforeAll, vi } from "vitest";

import { loadTexts } from "@/app/resources";
import { startI18n } from "@/lib/i18n/i18n";

const NAMESPACES = Object.keys(
  import.meta.glob(["/src/features/*/locale/en.json", "/src/app/locale/en.json"]),
)
  .map((path) => path.split("/").at(-3) as FlatNamespace)
  .concat("common");

// Functions that jsdom lacks and Mantine needs.
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizeObserver;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
    onchange: null,
  }) satisfies MediaQueryList;
// A growing text area listens to the fonts.
if (!("fonts" in document)) Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = vi.fn();

configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  localStorage.clear();
  document.cookie = "csrftoken=known";
  await startI18n(loadTexts, NAMESPACES);
});
afterEach(() => {
  cleanNotifications();
  cleanNotificationsQueue();
  cleanup();
  vi.useRealTimers();
});
