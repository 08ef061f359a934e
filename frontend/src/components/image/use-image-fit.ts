import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import { type Session, sessionOptions } from "@/lib/session/session";

import { type Fit, FITS } from "./zoom-geometry";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * How the person wants images fitted, kept in this browser from image to image: once for long
 * images, once for all others. Until one is chosen, long images fill the width and others are whole.
 */
export function useImageFit(long: boolean): [Fit, (fit: Fit) => void] {
  const queries = useQueryClient();
  const person = queries.getQueryData<Session>(sessionOptions.queryKey)?.user?.id ?? 0;
  const key = `subtext.image-fit.${String(person)}.${long ? "long" : "other"}`;
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const fit = FITS.find((one) => one === kept) ?? (long ? "fill" : "whole");
  return [
    fit,
    (chosen) => {
      localStorage.setItem(key, chosen);
      for (const listener of listeners) listener();
    },
  ];
}
