import type { DuplicateCluster, NearDuplicate } from "./api";

export interface ClusterMember {
  image: DuplicateCluster | NearDuplicate;
  kept: boolean;
  /** The member of a key `1`–`9`; the tenth and later have none. */
  key: string | undefined;
}

/** All images of a cluster, in an order that is independent of the kept one. */
export function orderClusterMembers(cluster: DuplicateCluster): ClusterMember[] {
  return [cluster, ...cluster.copies]
    .sort((one, other) => one.id - other.id)
    .map((image, index) => ({
      image,
      kept: image.id === cluster.id,
      key: index < 9 ? String(index + 1) : undefined,
    }));
}

/** Key of a row, whichever of its members is kept. */
export function clusterRowKey(cluster: DuplicateCluster): number {
  return Math.min(cluster.id, ...cluster.copies.map(({ id }) => id));
}

/** Rows stay in place; new ones follow. */
export function inDrawnOrder(
  clusters: readonly DuplicateCluster[],
  drawn: readonly number[],
): readonly DuplicateCluster[] {
  const place = new Map(drawn.map((row, index) => [row, index]));
  return clusters
    .map((cluster, index) => ({
      cluster,
      at: place.get(clusterRowKey(cluster)) ?? drawn.length + index,
    }))
    .sort((one, other) => one.at - other.at)
    .map(({ cluster }) => cluster);
}

export const DIFFERENCES = [
  "mirrored",
  "turned",
  "cropped",
  "inside",
  "recoloured",
  "retoned",
  "overlaid",
  "reframed",
] as const;
/** Size, format and source, added to the measured values. */
export const ALL_DIFFERENCES = [...DIFFERENCES, "smaller", "larger", "format", "source"] as const;
export type ImageDifference =
  (typeof DIFFERENCES)[number] | "smaller" | "larger" | "format" | "source";

/** Differences of a member from the kept one. */
export function differencesFromKept(
  image: DuplicateCluster | NearDuplicate,
  kept: DuplicateCluster,
): string[] {
  if (image.id === kept.id) return [];
  const found: string[] = "differences" in image ? [...image.differences] : [];
  if (image.width * image.height < kept.width * kept.height) found.push("smaller");
  if (image.width * image.height > kept.width * kept.height) found.push("larger");
  if (image.format !== kept.format) found.push("format");
  if (image.source_id !== kept.source_id) found.push("source");
  return found;
}
