import {
  Chip,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";

import { useValueAt } from "../../form/editor";
import { isList, isObject, type Json } from "../../form/path";
import { numberLimits, type Schema } from "../../form/schema";
import { useDocumentNames } from "../../form/use-words";
import classes from "./editor.module.css";

export interface InputProps {
  path: string;
  /** The path in the document whose name is the label. */
  name: string;
  /** The server's rules for the value: its limits, and whether it may be absent. */
  node: Schema;
  optional?: boolean;
}

const asText = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export function TextLineInput({
  path,
  name,
  node,
  optional = false,
  lines = false,
}: InputProps & { lines?: boolean }) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const props = {
    label: words.label(name),
    description: words.hint(name),
    error,
    value: asText(value),
    maxLength: node.maxLength,
    onChange: (event: { currentTarget: { value: string } }) => {
      const written = event.currentTarget.value;
      set(optional && written === "" ? null : written);
    },
  };
  return lines ? (
    <Textarea {...props} autosize minRows={2} maxRows={16} className={classes.source} />
  ) : (
    <TextInput {...props} />
  );
}

/** A text in both languages; absent if both are empty. */
export function BilingualInput({ path, name, lines = false }: InputProps & { lines?: boolean }) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const inLanguage = { en: useValueAt(`${path}.en`), zh: useValueAt(`${path}.zh`) };
  const text = typeof value === "string" ? { en: value, zh: value } : isObject(value) ? value : {};
  const Field = lines ? Textarea : TextInput;
  return (
    <Input.Wrapper
      component="fieldset"
      className={classes.local}
      label={words.label(name)}
      labelElement="div"
      description={words.hint(name)}
      error={error}
    >
      <div className={classes.languages}>
        {LOCALES.map((locale) => (
          <Field
            key={locale}
            aria-label={`${words.label(name)} (${LOCALE_NAMES[locale]})`}
            leftSection={<MutedText fz="0.8125rem">{locale === "en" ? "EN" : "中"}</MutedText>}
            lang={locale === "zh" ? "zh-CN" : "en"}
            error={inLanguage[locale].error}
            value={asText(text[locale])}
            {...(lines ? { autosize: true, minRows: 2, maxRows: 18 } : {})}
            onChange={(event) => {
              const written = { ...text, [locale]: event.currentTarget.value };
              const kept = Object.entries(written).filter(([, one]) => one !== "");
              set(kept.length > 0 ? Object.fromEntries(kept) : null);
            }}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

export function NumberValueInput({ path, name, node, optional }: InputProps) {
  const { t } = useTranslation("protocol");
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  return (
    <NumberInput
      className={classes.amount}
      label={words.label(name)}
      description={words.hint(name)}
      placeholder={optional ? t("editor.none") : undefined}
      error={error}
      value={typeof value === "number" || typeof value === "string" ? value : ""}
      onChange={(next) => {
        set(next === "" ? null : next);
      }}
      {...numberLimits(node)}
      clampBehavior="none"
      decimalScale={node.type === "integer" ? 0 : 3}
    />
  );
}

export function SwitchInput({ path, name, node }: InputProps) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  return (
    <Switch
      label={words.label(name)}
      description={words.hint(name)}
      error={error}
      checked={value === true || (value === undefined && node.default === true)}
      onChange={(event) => {
        set(event.currentTarget.checked);
      }}
    />
  );
}

export interface ChoiceInputProps extends InputProps {
  values: readonly string[];
}

/** One of a few values; two or three are side by side. */
export function SingleChoiceInput({ path, name, node, values, optional }: ChoiceInputProps) {
  const { t } = useTranslation("protocol");
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const chosen = typeof value === "string" ? value : null;
  // Values that are no longer offered are shown too, so that they can be removed.
  const known = chosen === null || values.includes(chosen) ? values : [...values, chosen];
  const data = known.map((one) => ({ value: one, label: words.value(one) }));
  if (!optional && values.length <= 3) {
    return (
      <Input.Wrapper
        label={words.label(name)}
        labelElement="div"
        description={words.hint(name)}
        error={error}
      >
        <div>
          <SegmentedControl
            className={classes.segments}
            aria-label={words.label(name)}
            data={data}
            value={chosen ?? asText(node.default ?? values[0])}
            onChange={set}
          />
        </div>
      </Input.Wrapper>
    );
  }
  return (
    <Select
      maw="24rem"
      label={words.label(name)}
      description={words.hint(name)}
      error={error}
      data={data}
      value={chosen}
      onChange={set}
      clearable={optional ?? false}
      placeholder={optional ? t("editor.none") : ""}
    />
  );
}

/** Any of a few values. */
export function MultipleChoiceInput({ path, name, values }: ChoiceInputProps) {
  const words = useDocumentNames();
  const { value, error, set } = useValueAt(path);
  const chosen = isList(value) ? value.map(String) : [];
  const unknown = chosen.filter((one) => !values.includes(one));
  return (
    <Input.Wrapper
      label={words.label(name)}
      labelElement="div"
      description={words.hint(name)}
      error={error}
    >
      <Chip.Group multiple value={[...chosen]} onChange={set}>
        <Group gap="xs" mt={6} role="group" aria-label={words.label(name)}>
          {[...values, ...unknown].map((one) => (
            <Chip key={one} value={one} variant="outline">
              {words.value(one)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
