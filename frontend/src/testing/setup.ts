import "@testing-library/jest-dom/vitest";

import { cleanNotifications, cleanNotificationsQueue } from "@mantine/notifications";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";

import { resources } from "@/app/resources";
import { startI18n } from "@/lib/i18n/i18n";

// What jsdom lacks and Mantine asks for.
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
// A field that grows with its text listens to the fonts.
if (!("fonts" in document)) Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = vi.fn();

beforeAll(async () => {
  localStorage.clear();
  await startI18n(resources);
});
afterEach(() => {
  cleanNotifications();
  cleanNotificationsQueue();
  cleanup();
  vi.useRealTimers();
});
