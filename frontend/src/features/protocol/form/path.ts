/** Any value of a document. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Return the value at a dotted path such as `fields.0.title.en`; undefined if there is none. */
export function valueAt(document: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = document;
  for (const part of path.split(".").filter(Boolean)) {
    if (isList(here)) here = here[Number(part)];
    else here = isObject(here) ? here[part] : undefined;
  }
  return here;
}

/** Return the document with another value at the path; undefined removes it. */
export function withValueAt(document: Json, path: string, value: Json | undefined): Json {
  const [part, ...rest] = path.split(".");
  if (part === undefined || part === "") return value ?? null;
  const inner = (there: Json | undefined): Json | undefined =>
    rest.length === 0 ? value : withValueAt(there ?? {}, rest.join("."), value);
  if (isList(document)) {
    const next = [...document];
    const put = inner(next[Number(part)]);
    if (put === undefined) next.splice(Number(part), 1);
    else next[Number(part)] = put;
    return next;
  }
  const entries = Object.entries(isObject(document) ? document : {});
  const put = inner(isObject(document) ? document[part] : undefined);
  const others = entries.filter(([key]) => key !== part);
  if (put === undefined) return Object.fromEntries(others);
  return others.length === entries.length
    ? Object.fromEntries([...entries, [part, put]])
    : Object.fromEntries(entries.map(([key, old]) => [key, key === part ? put : old]));
}

/** Return the list with an element moved. */
export function moveElement(list: readonly Json[], from: number, to: number): readonly Json[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item === undefined || to < 0 || to > next.length) return list;
  next.splice(to, 0, item);
  return next;
}

/** Return the ids of the objects in a list of the document. */
export const idsInList =
  (path: string, fits: (thing: Json) => boolean = () => true) =>
  (document: Json): readonly string[] => {
    const list = valueAt(document, path);
    return isList(list) ? list.filter(fits).map((one) => String(valueAt(one, "id"))) : [];
  };

/** Return an id that none of the objects has. */
export function unusedId(there: readonly Json[], stem: string): string {
  const taken = new Set(there.map((one) => (isObject(one) ? one["id"] : null)));
  let number = there.length + 1;
  while (taken.has(`${stem}_${String(number)}`)) number += 1;
  return `${stem}_${String(number)}`;
}
