import type { Localized } from "@/lib/i18n/locale";
import type { Protocol, ProtocolField, Titled } from "@/lib/protocol/protocol";

export type Significant = "always" | "never" | { over: number };

export interface RoundRules {
  title: Localized;
  kind: "answer" | "checklist";
  scope: "all" | "reworked";
  share: number;
  people: number;
  agree: number;
  discuss_dissent?: boolean;
  checklist: readonly Titled[];
}

export interface Setting {
  id: string;
  title: Localized;
  instruction: string;
  prompt: string;
  by_format: Readonly<Record<string, { instruction: string; prompt: string }>>;
  example: string;
  keywords: string | null;
  shots: number;
  images: boolean;
  maximum_tokens: number;
  source: string;
}

export interface OpenTask extends Titled {
  reference: string;
  prompts: readonly string[];
  source: string;
}

export interface Scale extends Titled {
  help: Localized | null;
  points: readonly { value: number; title: Localized; help: Localized | null }[];
}

export interface Rating extends Titled {
  help: Localized | null;
  replies_of: string | null;
  share: number;
  people: number;
  scales: readonly Scale[];
  judge: { instruction: string; prompt: string; source: string } | null;
  source: string;
}

/** A whole protocol document, as stored by the server. */
export interface ProtocolDocument extends Protocol {
  id: string;
  name: string;
  summary: Localized;
  paper: string;
  /** The parameters of each stage that is on, by its id. */
  curation: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  fields: readonly (ProtocolField & { significant?: Significant })[];
  questions: Protocol["questions"] & { checks: Readonly<Record<string, string>> };
  annotation: Protocol["annotation"] & { lease_minutes: number };
  review: Omit<Protocol["review"], "rounds"> & {
    rounds: readonly RoundRules[];
    agreement_floor: Readonly<Record<string, number>>;
  };
  release: {
    licence: string;
    splits: readonly { id: string; questions: number | "rest"; shots: boolean }[];
  };
  evaluation: {
    settings: readonly Setting[];
    open_tasks: readonly OpenTask[];
    ratings: readonly Rating[];
    slices: readonly string[];
    models: readonly { name: string; backend: string; settings: readonly string[] }[];
    error_categories: readonly (Titled & { help: Localized | null })[];
  };
}
