import { ActionIcon, Box, Button, Checkbox, Group, Stack, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import type { Localized } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

import { problemsWithin, useValueAt, useEditor } from "../../form/editor";
import { isList, isObject, type Json, moveElement, valueAt } from "../../form/path";
import { useDocumentNames } from "../../form/use-words";
import classes from "./editor.module.css";
import { type InputProps, TextLineInput, BilingualInput } from "./inputs";

export interface ListInputProps extends InputProps {
  blank: (there: readonly Json[]) => Json;
  /** The controls of the object at a path. */
  children: (path: string) => ReactNode;
}

/** Objects in order: each folds into its title; new ones come last. */
export function ListInput({ path, name, blank, children }: ListInputProps) {
  const { t } = useTranslation("protocol");
  const words = useDocumentNames();
  const { problems } = useEditor();
  const { value, error, set } = useValueAt(path);
  const [added, setAdded] = useState<number | null>(null);
  const list = isList(value) ? value : [];
  return (
    <section className={classes.list} aria-label={words.label(name)}>
      <Box component="h3" m="0 0 0.35rem" fz="1.0625rem" fw={600}>
        {words.label(name)} <MutedText fw={400}>{list.length}</MutedText>
      </Box>
      {words.hint(name) && <p className={classes.hint}>{words.hint(name)}</p>}
      {error && <p className={classes.wrong}>{error}</p>}
      {list.map((thing, at) => {
        const here = `${path}.${String(at)}`;
        const wrong = problemsWithin(problems, here);
        return (
          <details key={at} className={classes.item} open={wrong > 0 || at === added || undefined}>
            <summary>
              <ThingName thing={thing} number={at + 1} />
              {wrong > 0 && (
                <span className={classes.wrong}>{t("editor.wrong", { count: wrong })}</span>
              )}
            </summary>
            <div className={classes.itemBody}>
              {problems.get(here) && <p className={classes.wrong}>{problems.get(here)}</p>}
              {children(here)}
              <Group gap="0.25rem" wrap="nowrap">
                <Act
                  label={t("editor.up")}
                  icon={<IconArrowUp size={18} />}
                  disabled={at === 0}
                  run={() => {
                    set(moveElement(list, at, at - 1));
                  }}
                />
                <Act
                  label={t("editor.down")}
                  icon={<IconArrowDown size={18} />}
                  disabled={at === list.length - 1}
                  run={() => {
                    set(moveElement(list, at, at + 1));
                  }}
                />
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-md"
                  leftSection={<IconTrash size={18} />}
                  onClick={() => {
                    set(list.filter((_, other) => other !== at));
                  }}
                >
                  {t("editor.remove")}
                </Button>
              </Group>
            </div>
          </details>
        );
      })}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} />}
        onClick={() => {
          setAdded(list.length);
          set([...list, blank(list)]);
        }}
      >
        {words.add(name)}
      </Button>
    </section>
  );
}

function ThingName({ thing, number }: { thing: Json; number: number }) {
  const { pick } = useLocale();
  const id = valueAt(thing, "id");
  const title = valueAt(thing, "title") ?? valueAt(thing, "stem") ?? valueAt(thing, "name");
  const name = isObject(title) ? pick(title as Localized) : typeof title === "string" ? title : "";
  return (
    <span className={classes.thing}>
      {name || (typeof id === "string" ? id : number)}
      {name && typeof id === "string" && <code>{id}</code>}
    </span>
  );
}

interface ActProps {
  label: string;
  icon: ReactNode;
  disabled: boolean;
  run: () => void;
}

function Act({ label, icon, disabled, run }: ActProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        disabled={disabled}
        onClick={run}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** A list of texts in both languages. */
export function BilingualListInput(common: InputProps) {
  return (
    <TextsInput {...common} blank={{ en: "", zh: "" }}>
      {(path) => <BilingualInput {...common} path={path} lines />}
    </TextsInput>
  );
}

/** A list of texts that follow each other. */
export function PromptsInput(common: InputProps) {
  return (
    <TextsInput {...common} blank="">
      {(path) => <TextLineInput {...common} path={path} lines />}
    </TextsInput>
  );
}

function TextsInput({
  path,
  name,
  blank,
  children,
}: InputProps & { blank: Json; children: (path: string) => ReactNode }) {
  const { t } = useTranslation("protocol");
  const words = useDocumentNames();
  const { value, set } = useValueAt(path);
  const list = isList(value) ? value : [];
  return (
    <Stack gap="0.5rem">
      {list.map((_, at) => (
        <div key={at} className={classes.oneLocal}>
          {children(`${path}.${String(at)}`)}
          <Act
            label={t("editor.remove")}
            icon={<IconTrash size={18} />}
            disabled={false}
            run={() => {
              set(list.filter((__, other) => other !== at));
            }}
          />
        </div>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={18} />}
          onClick={() => {
            set([...list, blank]);
          }}
        >
          {words.add(name)}
        </Button>
      </div>
    </Stack>
  );
}

export interface GroupInputProps extends InputProps {
  children: ReactNode;
  /** The group may be absent; this is its initial value. */
  blank?: Json | undefined;
}

/** A group of settings that may be absent as a whole. */
export function GroupInput({ path, name, children, blank }: GroupInputProps) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const isThere = value !== null && value !== undefined;
  return (
    <fieldset className={classes.group}>
      <legend>
        {blank === undefined ? (
          words.label(name)
        ) : (
          <Checkbox
            label={words.label(name)}
            description={words.hint(name)}
            checked={isThere}
            onChange={(event) => {
              set(event.currentTarget.checked ? blank : null);
            }}
          />
        )}
      </legend>
      {error && <p className={classes.wrong}>{error}</p>}
      {(isThere || blank === undefined) && <div className={classes.side}>{children}</div>}
    </fieldset>
  );
}
