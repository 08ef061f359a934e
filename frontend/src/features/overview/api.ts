import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Overview = components["schemas"]["Overview"];
export type FunnelStep = components["schemas"]["FunnelStep"];
export type ReleaseBlocker = components["schemas"]["ReleaseBlocker"];
export type SetupStep = components["schemas"]["SetupStep"];
export type NextStep = components["schemas"]["NextStep"];
export type Activity = components["schemas"]["Activity"];
export type PartForecast = components["schemas"]["PartForecast"];
export type FieldReliability = components["schemas"]["FieldReliability"];
export type MyDay = components["schemas"]["MyDay"];

/** Interval at which the visible page is refreshed. */
export const LIVE_REFRESH_MS = 4_000;
/** For figures that are slow to compute and change slowly. */
export const SLOW_REFRESH_MS = 30_000;

const inProject = (slug: string) => ({ params: { path: { slug } } });

export const overviewOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/overview/", inProject(slug));

export const imageCountsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/funnel/", inProject(slug));

export const activityOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/activity/", inProject(slug));

export const outlookOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/outlook/", inProject(slug));

export const peopleOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/people/", inProject(slug));

export const reliabilityOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/reliability/", inProject(slug));

export const gateOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/gate/", inProject(slug));

export const myDayOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/my-day/", inProject(slug));
