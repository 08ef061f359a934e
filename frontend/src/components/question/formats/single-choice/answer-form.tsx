import { OptionRows } from "../option-rows";
import type { AnswerFormProps } from "../types";

export function SingleChoiceAnswer({ options, value, onChange, onConfirm }: AnswerFormProps) {
  return (
    <OptionRows
      options={options}
      isChosen={(index) => value === index}
      onChoose={onChange}
      onConfirm={onConfirm}
    />
  );
}
