const SHOWN = 10;

/** A revision as it is read: of the hash of a commit its beginning, which names it well enough. */
export function shortRevision(revision: string): string {
  return /^[0-9a-f]{20,}$/.test(revision) ? `${revision.slice(0, SHOWN)}…` : revision;
}

/** A model's name with what tells it from others of the same name. */
export function modelNameWithDetails(model: string, ...details: readonly string[]): string {
  const known = details.filter((detail) => detail !== "").join(", ");
  return known === "" ? model : `${model} (${known})`;
}

/** A text with the hashes in it shortened, such as the name of a row of a table. */
export function shortRevisionsIn(text: string): string {
  return text.replace(/\b[0-9a-f]{20,}\b/g, shortRevision);
}
