import { Textarea, type TextareaProps } from "@mantine/core";

import classes from "./growing-textarea.module.css";

/** Firefox has no such property yet; there, the height is measured at each key. */
const GROWS = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

/** A text that is as high as what is in it. The browser sees to it where it can. */
export function GrowingTextarea({ minRows = 1, ...textarea }: TextareaProps) {
  return GROWS ? (
    <Textarea {...textarea} rows={minRows} classNames={{ input: classes.grows }} />
  ) : (
    <Textarea {...textarea} autosize minRows={minRows} />
  );
}
