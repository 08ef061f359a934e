import type { Json } from "../../form/path";
import { valueAt } from "../../form/path";
import { useEditor } from "../../form/editor";
import type { Entry } from "../../form/kinds";
import { AmountInput, LineInput, LocalInput, ManyInput, OneInput, SwitchInput } from "./inputs";
import { GroupInput, ListInput, LocalsInput, PromptsInput } from "./lists";
import { EachInput, LevelsInput, RestInput, SharesInput, SignificantInput } from "./particular";

export interface EntriesProps {
  entries: readonly Entry[];
  /** The thing that the keys belong to; nothing for the document itself. */
  below?: string;
}

/** The controls of a thing in the document. */
export function Entries({ entries, below = "" }: EntriesProps) {
  const { document } = useEditor();
  const thing = valueAt(document, below) ?? null;
  return entries
    .filter(({ when }) => !when || when(thing))
    .map((entry) => {
      const path = below ? `${below}.${entry.at}` : entry.at;
      return <OneEntry key={entry.at} entry={entry} path={path} document={document} />;
    });
}

function OneEntry({ entry, path, document }: { entry: Entry; path: string; document: Json }) {
  const { offer } = useEditor();
  const common = { path, name: entry.at };
  const valuesOf = (of: Extract<Entry, { of: unknown }>["of"]) =>
    typeof of === "function" ? of(document, offer) : of;
  switch (entry.as) {
    case "line":
      return <LineInput {...common} />;
    case "lines":
      return <LineInput {...common} lines />;
    case "local":
      return <LocalInput {...common} />;
    case "localLines":
      return <LocalInput {...common} lines />;
    case "locals":
      return <LocalsInput {...common} />;
    case "switch":
      return <SwitchInput {...common} />;
    case "number":
      return (
        <AmountInput
          {...common}
          minimum={entry.minimum}
          maximum={entry.maximum}
          step={entry.step}
          optional={entry.optional}
        />
      );
    case "one":
      return <OneInput {...common} values={valuesOf(entry.of)} optional={entry.optional} />;
    case "many":
      return <ManyInput {...common} values={valuesOf(entry.of)} />;
    case "list":
      return (
        <ListInput {...common} blank={entry.blank}>
          {(thing) => <Entries entries={entry.entries} below={thing} />}
        </ListInput>
      );
    case "group":
      return (
        <GroupInput {...common} blank={entry.blank}>
          <Entries entries={entry.entries} below={path} />
        </GroupInput>
      );
    case "prompts":
      return <PromptsInput {...common} />;
    case "each":
      return (
        <EachInput {...common} values={valuesOf(entry.of)} blank={entry.blank}>
          {(thing) => <Entries entries={entry.entries} below={thing} />}
        </EachInput>
      );
    case "levels":
      return <LevelsInput {...common} values={valuesOf(entry.of)} levels={entry.levels} />;
    case "shares":
      return <SharesInput {...common} values={valuesOf(entry.of)} />;
    case "significant":
      return <SignificantInput {...common} />;
    case "rest":
      return <RestInput {...common} />;
  }
}
