import { TextInput, type TextInputProps, type TextareaProps } from "@mantine/core";
import { useState } from "react";

import { GrowingTextarea } from "./growing-textarea";

interface Typed {
  text: string;
  onType: (text: string) => void;
}

/**
 * A text area that draws each key itself: `text` may follow later, so that typing costs no more
 * than the text area.
 */
export function TypedTextarea({ text, onType, ...textarea }: Typed & Props<TextareaProps>) {
  return <GrowingTextarea {...textarea} {...useTyped({ text, onType })} />;
}

/** The same in one line. */
export function TypedInput({ text, onType, ...input }: Typed & Props<TextInputProps>) {
  return <TextInput {...input} {...useTyped({ text, onType })} />;
}

type Props<All> = Omit<All, "value" | "defaultValue" | "onChange">;

function useTyped({ text, onType }: Typed) {
  const [typed, setTyped] = useState(text);
  const [before, setBefore] = useState(text);
  if (text !== before) {
    setBefore(text);
    setTyped(text);
  }
  return {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped(value);
      onType(value);
    },
  };
}
