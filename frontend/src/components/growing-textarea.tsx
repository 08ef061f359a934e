import { Textarea, type TextareaProps } from "@mantine/core";

import classes from "./growing-textarea.module.css";

/** Firefox lacks this property; there the height is measured on each key. */
const GROWS = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

/** A text area that grows with its text, by CSS where the browser can. */
export function GrowingTextarea({ minRows = 1, ...textarea }: TextareaProps) {
  return GROWS ? (
    <Textarea {...textarea} rows={minRows} classNames={{ input: classes.grows }} />
  ) : (
    <Textarea {...textarea} autosize minRows={minRows} />
  );
}
