import { createContext, useContext } from "react";

import { type Json, valueAt } from "./path";
import type { Offer } from "./hints";
import type { Schema } from "./schema";

/** The document that is edited, and what is wrong with it by path. */
export interface Editor {
  document: Json;
  problems: ReadonlyMap<string, string>;
  offer: Offer;
  schema: Schema;
  /** undefined takes away what stands there. */
  set: (path: string, value: Json | undefined) => void;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("there is no editor around this control");
  return editor;
}

/** What stands at a path, how to change it, and what is wrong with it. */
export function useAt(path: string) {
  const { document, problems, set } = useEditor();
  return {
    value: valueAt(document, path),
    error: problems.get(path),
    set: (value: Json | undefined) => {
      set(path, value);
    },
  };
}

/** What is wrong at a path or anywhere below it. */
export function problemsWithin(problems: ReadonlyMap<string, string>, path: string): number {
  return [...problems.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}
