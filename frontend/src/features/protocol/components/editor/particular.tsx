import { Checkbox, Group, Input, NumberInput, SegmentedControl, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useValueAt, useEditor } from "../../form/editor";
import { isObject, type Json, valueAt } from "../../form/path";
import { useDocumentNames } from "../../form/use-words";
import { numberLimits, resolveReference, type Schema } from "../../form/schema";
import classes from "./editor.module.css";
import type { InputProps } from "./inputs";

/** A level for each of a few values; by default the middle one. */
export function LevelsInput({
  path,
  name,
  values,
  levels,
}: InputProps & { values: readonly string[]; levels: readonly string[] }) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const chosen = isObject(value) ? value : {};
  const usual = levels[1] ?? "";
  return (
    <Input.Wrapper
      label={words.label(name)}
      labelElement="div"
      description={words.hint(name)}
      error={error}
    >
      <Stack gap="0.35rem" mt="0.35rem">
        {values.map((one) => (
          <Group key={one} gap="0.25rem 1rem" justify="space-between" maw="40rem">
            <span>{words.value(one)}</span>
            <SegmentedControl
              aria-label={words.value(one)}
              data={levels.map((level) => ({ value: level, label: words.value(level) }))}
              value={String(chosen[one] ?? usual)}
              onChange={(level) => {
                set({ ...chosen, [one]: level });
              }}
            />
          </Group>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

/** An object for each of a few values, or none. */
export function EachInput({
  path,
  name,
  values,
  blank,
  children,
}: InputProps & {
  values: readonly string[];
  blank: Json;
  /** The controls of the object at a path. */
  children: (path: string) => ReactNode;
}) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const there = isObject(value) ? value : {};
  return (
    <Input.Wrapper label={words.label(name)} labelElement="div" error={error}>
      {[...new Set([...values, ...Object.keys(there)])].map((one) => (
        <fieldset key={one} className={classes.group}>
          <legend>
            <Checkbox
              label={words.value(one)}
              checked={one in there}
              onChange={(event) => {
                const others = Object.entries(there).filter(([key]) => key !== one);
                set(
                  Object.fromEntries(
                    event.currentTarget.checked ? [...others, [one, blank]] : others,
                  ),
                );
              }}
            />
          </legend>
          {one in there && children(`${path}.${one}`)}
        </fieldset>
      ))}
    </Input.Wrapper>
  );
}

/** A number for some of a few values. */
export function SharesInput({
  path,
  name,
  node,
  values,
}: InputProps & { values: readonly string[] }) {
  const { t } = useTranslation("protocol");
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const chosen = isObject(value) ? value : {};
  return (
    <Input.Wrapper
      label={words.label(name)}
      labelElement="div"
      description={words.hint(name)}
      error={error}
    >
      <div className={classes.side}>
        {[...new Set([...values, ...Object.keys(chosen)])].map((one) => (
          <NumberInput
            key={one}
            className={classes.amount}
            label={<code>{one}</code>}
            placeholder={t("editor.none")}
            value={numberOr(chosen[one])}
            onChange={(next) => {
              const others = Object.entries(chosen).filter(([key]) => key !== one);
              set(Object.fromEntries(next === "" ? others : [...others, [one, next]]));
            }}
            {...numberLimits(node)}
            decimalScale={3}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

const numberOr = (value: Json | undefined): number | "" => (typeof value === "number" ? value : "");

/** The rule on which differences of annotators are adjudicated. */
export function SignificantInput({ path, name, node }: InputProps) {
  const { schema } = useEditor();
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const over = valueAt(value, "over");
  const kind = isObject(value) ? "distance" : value === "never" ? "never" : "always";
  return (
    <Input.Wrapper
      label={words.label(name)}
      labelElement="div"
      description={words.hint(name)}
      error={error}
    >
      <div className={classes.side}>
        <SegmentedControl
          aria-label={words.label(name)}
          data={["always", "distance", "never"].map((one) => ({
            value: one,
            label: words.value(one),
          }))}
          value={kind}
          onChange={(next) => {
            set(next === "distance" ? { over: 1 } : next);
          }}
        />
        {kind === "distance" && (
          <NumberInput
            aria-label={words.label("over")}
            className={classes.amount}
            value={numberOr(over)}
            onChange={(next) => {
              set({ over: next === "" ? 0 : next });
            }}
            {...numberLimits(distanceOf(schema, node))}
            step={0.5}
            decimalScale={3}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}

/** Label of the number in `{over: …}`. */
function distanceOf(root: Schema, node: Schema): Schema {
  const either = (node.anyOf ?? []).map((one) => resolveReference(root, one).node);
  return either.find(({ properties }) => properties)?.properties?.["over"] ?? {};
}

/** Number of questions of a split, or all that are left. */
export function RestInput({ path, name, node }: InputProps) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const isRest = value === undefined || value === "rest";
  return (
    <div className={classes.side}>
      <NumberInput
        className={classes.amount}
        label={words.label(name)}
        error={error}
        disabled={isRest}
        value={numberOr(value)}
        onChange={(next) => {
          set(next);
        }}
        {...numberLimits(node.anyOf?.find(({ type }) => type === "integer") ?? {})}
        step={1}
        decimalScale={0}
      />
      <Checkbox
        label={words.value("rest")}
        checked={isRest}
        onChange={(event) => {
          set(event.currentTarget.checked ? "rest" : 20);
        }}
      />
    </div>
  );
}
