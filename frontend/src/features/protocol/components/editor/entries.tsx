import { useEditor } from "../../form/editor";
import { type Json, valueAt } from "../../form/path";
import { type FormControl, controlsOfObject, type Schema } from "../../form/schema";
import {
  NumberValueInput,
  TextLineInput,
  BilingualInput,
  MultipleChoiceInput,
  SingleChoiceInput,
  SwitchInput,
} from "./inputs";
import { GroupInput, ListInput, BilingualListInput, PromptsInput } from "./lists";
import { EachInput, LevelsInput, RestInput, SharesInput, SignificantInput } from "./particular";

export interface EntriesProps {
  /** Schema of the object, and its path in the document without list positions. */
  node: Schema;
  where?: string;
  /** The object; nothing for the document. */
  below?: string;
}

/** The controls of an object in the document. */
export function ObjectControls({ node, where = "", below = "" }: EntriesProps) {
  const { document, schema } = useEditor();
  const thing = valueAt(document, below) ?? null;
  return controlsOfObject(schema, node, where, thing).map((control) => (
    <OneEntry
      key={control.at}
      control={control}
      path={below ? `${below}.${control.at}` : control.at}
      document={document}
    />
  ));
}

interface OneEntryProps {
  control: FormControl;
  path: string;
  document: Json;
}

function OneEntry({ control, path, document }: OneEntryProps) {
  const { offer } = useEditor();
  const { where, node, optional, hint } = control;
  const common = { path, name: where, node, optional };
  const values = hint.of?.(document, offer) ?? node.enum ?? [];
  const blank = hint.blank ?? (() => ({}));
  const inner = (thing: string) => <ObjectControls node={node} where={where} below={thing} />;
  switch (control.as) {
    case "line":
      return <TextLineInput {...common} />;
    case "lines":
      return <TextLineInput {...common} lines />;
    case "local":
      return <BilingualInput {...common} />;
    case "localLines":
      return <BilingualInput {...common} lines />;
    case "locals":
      return <BilingualListInput {...common} />;
    case "switch":
      return <SwitchInput {...common} />;
    case "number":
      return <NumberValueInput {...common} />;
    case "one":
      return <SingleChoiceInput {...common} values={values} />;
    case "many":
      return <MultipleChoiceInput {...common} values={values} />;
    case "list":
      return (
        <ListInput {...common} blank={blank}>
          {inner}
        </ListInput>
      );
    case "group":
      return (
        <GroupInput {...common} blank={optional ? blank([]) : undefined}>
          {inner(path)}
        </GroupInput>
      );
    case "prompts":
      return <PromptsInput {...common} />;
    case "each":
      return (
        <EachInput {...common} values={values} blank={blank([])}>
          {inner}
        </EachInput>
      );
    case "levels":
      return <LevelsInput {...common} values={values} levels={node.enum ?? []} />;
    case "shares":
      return <SharesInput {...common} values={values} />;
    case "significant":
      return <SignificantInput {...common} />;
    case "rest":
      return <RestInput {...common} />;
  }
}
