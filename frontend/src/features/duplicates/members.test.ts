import { describe, expect, it } from "vitest";

import type { DuplicateCluster, NearDuplicate } from "./api";
import { differencesFromKept, inDrawnOrder, orderClusterMembers, clusterRowKey } from "./members";

const picture = { width: 800, height: 600, format: "PNG", source_id: 1 };

function cluster(
  kept: number,
  copies: number[],
  changes: Partial<NearDuplicate> = {},
): DuplicateCluster {
  return {
    ...picture,
    id: kept,
    copies: copies.map(
      (id) => ({ ...picture, differences: [], ...changes, id }) as unknown as NearDuplicate,
    ),
  } as DuplicateCluster;
}

describe("a cluster", () => {
  it("keeps the places and keys of its members when another one is kept", () => {
    const before = orderClusterMembers(cluster(4, [9, 6]));
    const after = orderClusterMembers(cluster(9, [4, 6]));
    expect(before.map(({ image, key }) => [image.id, key])).toEqual([
      [4, "1"],
      [6, "2"],
      [9, "3"],
    ]);
    expect(after.map(({ image, key }) => [image.id, key])).toEqual(
      before.map(({ image, key }) => [image.id, key]),
    );
    expect(after.map(({ kept }) => kept)).toEqual([false, false, true]);
  });

  it("has no key beyond nine", () => {
    const members = orderClusterMembers(cluster(1, [2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(members.at(-1)?.key).toBeUndefined();
  });

  it("is the same row whichever member is kept", () => {
    expect(clusterRowKey(cluster(9, [4, 6]))).toBe(clusterRowKey(cluster(4, [9, 6])));
  });

  it("stays in its place on the page; new ones come after", () => {
    const rows = inDrawnOrder([cluster(30, [31]), cluster(9, [4]), cluster(7, [8])], [7, 4]);
    expect(rows.map(({ id }) => id)).toEqual([7, 9, 30]);
  });
});

describe("what differs", () => {
  it("is what was measured and what the files say", () => {
    const kept = cluster(1, [2], { width: 400, height: 300, format: "JPEG", source_id: 2 });
    const [copy] = kept.copies;
    expect(differencesFromKept({ ...copy!, differences: ["mirrored"] }, kept)).toEqual([
      "mirrored",
      "smaller",
      "format",
      "source",
    ]);
  });

  it("is nothing for the one that is kept", () => {
    const kept = cluster(1, [2]);
    expect(differencesFromKept(kept, kept)).toEqual([]);
  });
});
