import type { Role } from "@/lib/session/session";

/** From the least to the most that somebody may do. */
export const ROLES = ["annotator", "organizer", "maintainer"] as const satisfies readonly Role[];
