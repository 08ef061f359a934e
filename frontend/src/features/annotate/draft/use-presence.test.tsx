import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { useHeartbeat } from "./use-presence";

const MINUTE = 60_000;
const beats = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  beats.mockClear();
  vi.stubGlobal("fetch", (request: Request) => {
    beats(new URL(request.url).pathname);
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it("renews the lease of what is held, each minute, until the form is left", async () => {
  const { unmount } = renderHook(() => useHeartbeat("demo", 12, true));
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(beats.mock.calls).toEqual([
    ["/api/projects/demo/annotate/slots/12/heartbeat/"],
    ["/api/projects/demo/annotate/slots/12/heartbeat/"],
  ]);
  unmount();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(beats).toHaveBeenCalledTimes(2);
});

it("renews nothing for a draft whose time ran out", async () => {
  renderHook(() => useHeartbeat("demo", 12, false));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(beats).not.toHaveBeenCalled();
});
