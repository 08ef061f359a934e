import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type SystemStatus = components["schemas"]["SystemStatus"];
export type Queue = components["schemas"]["WorkQueue"];
export type Problem = SystemStatus["problems"][number];

export const systemStatusOptions = $api.queryOptions("get", "/api/status/");
