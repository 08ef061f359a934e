import { type FieldHint, hintAtPath, type Widget } from "./hints";
import { type Json, valueAt } from "./path";

/** The parts of the protocol's JSON Schema that the form reads. */
export interface Schema {
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  type?: string;
  const?: Json;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> };
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  propertyNames?: Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  default?: Json;
}

/** One control of the form. */
export interface FormControl {
  /** The key below the object, dotted if groups without a frame are in between. */
  at: string;
  /** The path from the top of the document, without list positions: the key of the hints. */
  where: string;
  as: Widget;
  /** Limits, values and children. Of a list or map: of one element. */
  node: Schema;
  /** It may be absent. */
  optional: boolean;
  hint: FieldHint;
}

/** Return the controls of an object, in the order of the schema. */
export function controlsOfObject(
  root: Schema,
  node: Schema,
  where: string,
  thing: Json,
): FormControl[] {
  const kind = node.discriminator;
  if (kind) {
    const chosen = kind.mapping[String(valueAt(thing, kind.propertyName))];
    const values = { enum: Object.keys(kind.mapping) };
    const properties = chosen ? resolveReference(root, { $ref: chosen }).node.properties : {};
    const all = { ...properties, [kind.propertyName]: values };
    const order = [kind.propertyName, ...Object.keys(properties ?? {})];
    return controlsOfObject(
      root,
      { properties: Object.fromEntries(order.map((key) => [key, all[key] ?? values])) },
      where,
      thing,
    );
  }
  return Object.entries(node.properties ?? {}).flatMap(([at, property]): FormControl[] => {
    const here = where ? `${where}.${at}` : at;
    const hint = hintAtPath(here);
    if (hint.hidden || (hint.when && !hint.when(thing))) return [];
    const { node: inner, optional } = resolveReference(root, property);
    const as = hint.as ?? widgetOf(root, inner, hint);
    if (as === "group" && !optional && !hint.framed) {
      const below = controlsOfObject(root, inner, here, valueAt(thing, at) ?? null);
      return below.map((control) => ({ ...control, at: `${at}.${control.at}` }));
    }
    return [{ at, where: here, as, node: thingOf(root, inner), optional, hint }];
  });
}

/** Resolve a reference, and drop null. */
export function resolveReference(
  root: Schema,
  schema: Schema,
): { node: Schema; optional: boolean } {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return resolveReference(root, root.$defs?.[name] ?? {});
  }
  const others = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [only] = others;
  if (only && others.length === 1) return { ...resolveReference(root, only), optional: true };
  return { node: schema, optional: false };
}

/** Return the schema of one element of a list or map; otherwise the schema itself. */
function thingOf(root: Schema, node: Schema): Schema {
  const inner = node.items ?? Object.values(node.patternProperties ?? {})[0];
  return inner ? resolveReference(root, inner).node : node;
}

const isLocal = ({ propertyNames }: Schema) => propertyNames?.enum !== undefined;

function widgetOf(root: Schema, node: Schema, hint: FieldHint): Widget {
  const inner = thingOf(root, node);
  if (node.items) {
    if (isLocal(inner)) return "locals";
    if (inner.properties ?? inner.discriminator) return "list";
    return inner.enum || hint.of ? "many" : "prompts";
  }
  if (node.patternProperties) {
    if (inner.enum) return "levels";
    return inner.properties ? "each" : "shares";
  }
  if (isLocal(node)) return hint.lines ? "localLines" : "local";
  if (node.properties) return "group";
  if (node.enum ?? hint.of) return "one";
  if (node.type === "boolean") return "switch";
  if (node.type === "integer" || node.type === "number") return "number";
  return hint.lines ? "lines" : "line";
}

const SMALL_STEP = 0.01;

/** The bounds of a number and the step of its control. */
export function numberLimits(node: Schema): { min?: number; max?: number; step: number } {
  const step = node.type === "integer" ? 1 : SMALL_STEP;
  const above = node.exclusiveMinimum === undefined ? undefined : node.exclusiveMinimum + step;
  const below = node.exclusiveMaximum === undefined ? undefined : node.exclusiveMaximum - step;
  const min = node.minimum ?? above;
  const max = node.maximum ?? below;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), step };
}
