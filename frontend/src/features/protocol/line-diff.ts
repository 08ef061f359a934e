import { structuredPatch } from "diff";

export interface DiffLine {
  kind: "same" | "deleted" | "inserted";
  /** 1-based; null on the side without the line. */
  before: number | null;
  after: number | null;
  text: string;
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = {
  " ": "same",
  "-": "deleted",
  "+": "inserted",
};

/** Return the changed lines of two texts with three lines of context, in hunks. */
export function lineDiff(before: string, after: string): DiffLine[][] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 3 });
  return hunks.map((hunk) => {
    let old = hunk.oldStart;
    let now = hunk.newStart;
    return hunk.lines.flatMap((line): DiffLine[] => {
      const kind = KINDS[line.charAt(0)];
      // "\ No newline at end of file" is about the file, not a line of it.
      if (!kind) return [];
      return [
        {
          kind,
          before: kind === "inserted" ? null : old++,
          after: kind === "deleted" ? null : now++,
          text: line.slice(1),
        },
      ];
    });
  });
}

export function countChanges(hunks: readonly (readonly DiffLine[])[]): {
  inserted: number;
  deleted: number;
} {
  const lines = hunks.flat();
  return {
    inserted: lines.filter(({ kind }) => kind === "inserted").length,
    deleted: lines.filter(({ kind }) => kind === "deleted").length,
  };
}
