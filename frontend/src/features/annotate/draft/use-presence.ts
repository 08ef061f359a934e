import { useEffect, useLayoutEffect, useRef, useState } from "react";

import { api } from "@/lib/api/client";
import { isProblem } from "@/lib/api/problem";

import { ActiveClock } from "./active-clock";

const HEARTBEAT_MS = 60_000;

/**
 * Renews the lease while the tab is visible, if it is `held`.
 * @returns the reason if it could not be renewed.
 */
export function useHeartbeat(slug: string, slotId: number, held: boolean): string | null {
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    if (!held) return;
    const beat = async () => {
      if (document.visibilityState === "hidden") return;
      try {
        await api.POST("/api/projects/{slug}/annotate/slots/{slot_id}/heartbeat/", {
          params: { path: { slug, slot_id: slotId } },
        });
        setLost(null);
      } catch (error) {
        // Without a network the lease may expire; the corner shows this, and the next heartbeat
        // tries again.
        if (isProblem(error, 409)) setLost(error.detail);
      }
    };
    const run = () => void beat();
    const timer = setInterval(run, HEARTBEAT_MS);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [slug, slotId, held]);
  return lost;
}

const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/** Measures a person's working time, for their own pace. */
export function useActiveClock(): ActiveClock {
  const [clock] = useState(() => new ActiveClock());
  useEffect(() => {
    const touch = () => {
      clock.touch();
    };
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, touch, { passive: true });
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, touch);
    };
  }, [clock]);
  return clock;
}

/** Call a function once the network is back. */
export function useWhenOnline(run: () => void): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const back = () => {
      latest.current();
    };
    window.addEventListener("online", back);
    return () => {
      window.removeEventListener("online", back);
    };
  }, []);
}
