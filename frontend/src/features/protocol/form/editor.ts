import { createContext, useContext } from "react";

import { type Json, valueAt } from "./path";
import type { InstallationChoices } from "./hints";
import type { Schema } from "./schema";

/** The edited document, with its problems by path. */
export interface ProtocolEditor {
  document: Json;
  problems: ReadonlyMap<string, string>;
  offer: InstallationChoices;
  schema: Schema;
  /** undefined removes the value. */
  set: (path: string, value: Json | undefined) => void;
}

export const EditorContext = createContext<ProtocolEditor | null>(null);

export function useEditor(): ProtocolEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("there is no editor around this control");
  return editor;
}

/** The value at a path, a function to change it, and its problems. */
export function useValueAt(path: string) {
  const { document, problems, set } = useEditor();
  return {
    value: valueAt(document, path),
    error: problems.get(path),
    set: (value: Json | undefined) => {
      set(path, value);
    },
  };
}

/** Return the problems at a path and below it. */
export function problemsWithin(problems: ReadonlyMap<string, string>, path: string): number {
  return [...problems.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}
