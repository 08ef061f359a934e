import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type SystemStatus = components["schemas"]["SystemStatus"];
export type WorkQueue = components["schemas"]["WorkQueue"];
export type StatusProblem = SystemStatus["problems"][number];

export const systemStatusOptions = $api.queryOptions("get", "/api/status/");
