import { Box, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";
import { useCommandGroup } from "@/lib/commands/use-commands";

import { MutedNote } from "../../layout/primitives";
import { PlacedText } from "../placed-text";
import classes from "./answer-form.module.css";

interface OptionRowsProps {
  options: readonly string[];
  isChosen: (index: number) => boolean;
  onChoose: (index: number) => void;
  onConfirm: () => void;
  /** Text above the rows. */
  hint?: string;
}

/** Options as large rows with a number key each. */
export function OptionRows({ options, isChosen, onChoose, onConfirm, hint }: OptionRowsProps) {
  const { t } = useTranslation();
  useCommandGroup({
    scope: "answer-options",
    title: t("question.options"),
    inDialog: false,
    commands: options.map((_, index) => ({
      id: `answer-options.${String(index)}`,
      scope: "answer-options",
      label: t("question.choose", { number: index + 1 }),
      keys: [String(index + 1)],
      enabled: index < 9,
      run: () => {
        onChoose(index);
      },
    })),
  });
  return (
    <>
      {hint && <MutedNote>{hint}</MutedNote>}
      <Stack role="group" aria-label={t("question.options")} gap="0.5rem" w="100%">
        {options.map((option, index) => (
          <button
            key={index}
            type="button"
            aria-pressed={isChosen(index)}
            aria-keyshortcuts={String(index + 1)}
            className={classes.option}
            onClick={() => {
              onChoose(index);
            }}
            onKeyDown={(event) => {
              // Enter confirms the chosen option; on another option it chooses first.
              if (event.key === "Enter" && isChosen(index)) {
                event.preventDefault();
                onConfirm();
              }
            }}
          >
            <KeyboardKey keys={String(index + 1)} />
            <Box className="anywhere" component="span" miw={0}>
              <PlacedText text={option} />
            </Box>
          </button>
        ))}
      </Stack>
    </>
  );
}
