import type { Localized } from "@/lib/i18n/locale";

import { isList, isObject, type Json } from "./path";

/** One step of a change's path: a key of the document, or an object by its id or number. */
export interface PathStep {
  key?: string;
  id?: string;
  title?: Localized;
}

/** Return the object of a list that a step names: by its id, else by its position from 1. */
function thingOf(list: readonly Json[], name: string): Json | undefined {
  const byId = list.find((one) => isObject(one) && one["id"] === name);
  return byId ?? (/^\d+$/.test(name) ? list[Number(name) - 1] : undefined);
}

/** Return a change's path in steps, with the titles of objects in the document. */
export function pathStepsOfChange(path: string, document: Json | undefined): PathStep[] {
  let here: Json | undefined = document;
  return path.split(".").map((part): PathStep => {
    if (isList(here)) {
      here = thingOf(here, part);
      const title = isObject(here) ? (here["title"] ?? here["stem"]) : undefined;
      return { id: part, ...(isObject(title) ? { title: title as Localized } : {}) };
    }
    here = isObject(here) ? here[part] : undefined;
    return { key: part };
  });
}
