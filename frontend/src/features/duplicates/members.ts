import type { Cluster, Copy } from "./api";

export interface Member {
  image: Cluster | Copy;
  kept: boolean;
  /** What the key `1`–`9` is; the tenth and later have none. */
  key: string | undefined;
}

/** All pictures of a cluster in an order that does not change with the one that is kept. */
export function membersOf(cluster: Cluster): Member[] {
  return [cluster, ...cluster.copies]
    .sort((one, other) => one.id - other.id)
    .map((image, index) => ({
      image,
      kept: image.id === cluster.id,
      key: index < 9 ? String(index + 1) : undefined,
    }));
}

/** What a row is known by, whichever of its members is kept. */
export function rowOf(cluster: Cluster): number {
  return Math.min(cluster.id, ...cluster.copies.map(({ id }) => id));
}

/** Rows stay where they have been drawn; new ones follow. */
export function inDrawnOrder(
  clusters: readonly Cluster[],
  drawn: readonly number[],
): readonly Cluster[] {
  const place = new Map(drawn.map((row, index) => [row, index]));
  return clusters
    .map((cluster, index) => ({
      cluster,
      at: place.get(rowOf(cluster)) ?? drawn.length + index,
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
/** With what size, format and source add to what was measured. */
export const ALL_DIFFERENCES = [...DIFFERENCES, "smaller", "larger", "format", "source"] as const;
export type Difference = (typeof DIFFERENCES)[number] | "smaller" | "larger" | "format" | "source";

/** What sets a member apart from the one that is kept. */
export function differencesOf(image: Cluster | Copy, kept: Cluster): string[] {
  if (image.id === kept.id) return [];
  const found: string[] = "differences" in image ? [...image.differences] : [];
  if (image.width * image.height < kept.width * kept.height) found.push("smaller");
  if (image.width * image.height > kept.width * kept.height) found.push("larger");
  if (image.format !== kept.format) found.push("format");
  if (image.source_id !== kept.source_id) found.push("source");
  return found;
}
