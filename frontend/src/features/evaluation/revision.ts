const SHOWN = 10;

/** A revision as it is read: of the hash of a commit its beginning, which names it well enough. */
export function shortRevision(revision: string): string {
  return /^[0-9a-f]{20,}$/.test(revision) ? `${revision.slice(0, SHOWN)}…` : revision;
}
