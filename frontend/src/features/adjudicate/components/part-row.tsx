import { ActionIcon, Box, Button, Group } from "@mantine/core";
import { IconBook } from "@tabler/icons-react";
import { type Dispatch, type Ref, useRef } from "react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";
import { useLocale } from "@/lib/i18n/use-locale";
import { optionLetter, type Protocol } from "@/lib/protocol/protocol";

import {
  type DecisionAction,
  type CaseDetail,
  type Decision,
  originOfValue,
  type RecordPart,
} from "../decision";
import classes from "./record-rows.module.css";
import { orderColumns, sideKeys } from "../sides";
import { isSettled } from "../folding";
import { FinalField, SettledField } from "./final-field";
import { FinalQuestions } from "./final-questions";
import { SideField } from "./side-field";
import { SideQuestions } from "./side-questions";

export interface PartRowProps {
  part: RecordPart;
  given: CaseDetail;
  protocol: Protocol;
  decision: Decision;
  errors: Readonly<Record<string, string>>;
  /** The row that the shortcuts apply to. */
  isCurrent: boolean;
  onCurrent: () => void;
  onTake: (side: number) => void;
  onMerge: (() => void) | undefined;
  /** Opens the guideline of this field, where it is not beside the records. */
  onGuideline: () => void;
  onNext: () => void;
  dispatch: Dispatch<DecisionAction>;
  ref: Ref<HTMLElement>;
}

/** One field, or the questions: the annotators' values, and the final one between them. */
export function PartRow(props: PartRowProps) {
  const { part, given, protocol, decision, isCurrent, onCurrent, ref } = props;
  const { onTake, onMerge, onGuideline } = props;
  const { t } = useTranslation("adjudicate");
  const { pick } = useLocale();
  const { records } = given;
  // What is worked on is shown whole; the other fields leave it the room.
  const isFolded = !isCurrent;
  const settled =
    isFolded &&
    part.kind === "field" &&
    part.field.kind !== "text" &&
    isSettled(part, decision, protocol, given)
      ? part.field
      : null;
  // A press must not move what is under the pointer: the row unfolds when it ends.
  const isPressed = useRef(false);
  const title = part.kind === "questions" ? t("questions.title") : pick(part.field.title);
  return (
    <section
      ref={ref}
      className={classes.row}
      aria-label={title}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocusCapture={() => {
        if (!isPressed.current) onCurrent();
      }}
      onPointerDownCapture={() => {
        isPressed.current = true;
        const release = new AbortController();
        for (const end of ["pointerup", "pointercancel"]) {
          window.addEventListener(
            end,
            () => {
              isPressed.current = false;
              release.abort();
            },
            { signal: release.signal },
          );
        }
      }}
      onClickCapture={onCurrent}
    >
      <Group gap="sm" align="baseline" wrap="nowrap" mih="2rem">
        <Box component="h2" m={0} fz="1.0625rem">
          {title}
        </Box>
        <OriginLine {...props} />
        <ActionIcon
          hiddenFrom="lg"
          style={{ alignSelf: "center" }}
          variant="subtle"
          aria-label={t("guidelineOf", { title })}
          onClick={onGuideline}
        >
          <IconBook size={18} />
        </ActionIcon>
        {onMerge && (
          <Button
            ms="auto"
            variant="subtle"
            size="compact-md"
            onClick={onMerge}
            rightSection={isCurrent ? <KeyboardKey keys="m" /> : undefined}
          >
            {t("merge")}
          </Button>
        )}
      </Group>
      <div className={classes.cells}>
        {orderColumns(records.length).map((side) =>
          side === null ? (
            <div key="final" className={classes.final}>
              <div className={classes.cellName}>{t("final")}</div>
              {part.kind === "questions" ? (
                <FinalQuestions {...props} isFolded={isFolded} />
              ) : settled ? (
                <SettledField field={settled} decision={decision} onUnfold={onCurrent} />
              ) : (
                <FinalField
                  {...props}
                  field={part.field}
                  compared={part.compared}
                  isFolded={isFolded}
                />
              )}
            </div>
          ) : (
            <div key={side} className={classes.side}>
              <div className={classes.cellName}>{t("side", { letter: optionLetter(side) })}</div>
              {part.kind === "questions" ? (
                <SideQuestions
                  records={records}
                  side={side}
                  decision={decision}
                  maximum={protocol.questions.maximum}
                  isFolded={isFolded}
                  dispatch={props.dispatch}
                />
              ) : (
                <SideField
                  field={part.field}
                  compared={part.compared}
                  records={records}
                  side={side}
                  isFolded={isFolded}
                  onUnfold={onCurrent}
                />
              )}
              <Button
                variant="default"
                size="compact-md"
                onClick={() => {
                  onTake(side);
                }}
                rightSection={
                  isCurrent ? <KeyboardKey keys={sideKeys(side)[0] ?? ""} /> : undefined
                }
                aria-label={t("takeOf", { letter: optionLetter(side), title })}
              >
                {t("takeSide", { letter: optionLetter(side) })}
              </Button>
            </div>
          ),
        )}
      </div>
    </section>
  );
}

/** Origin of the final value. */
function OriginLine({ part, given, decision }: PartRowProps) {
  const { t } = useTranslation("adjudicate");
  if (part.kind === "questions") return null;
  const origin = originOfValue(part, decision, given.records);
  const { compared } = part;
  const words = (() => {
    switch (origin.kind) {
      case "open":
        return t(compared.outcome === "disputed" ? "origin.disputed" : "origin.open");
      case "proposed":
        return t(`origin.rule.${compared.rule || "first"}`);
      case "said":
      case "edited":
      case "merged":
        return t(`origin.${origin.kind}`, { letters: origin.by.map(optionLetter).join(" + ") });
      default:
        return t(`origin.${origin.kind}`);
    }
  })();
  return (
    <span className={classes.origin} data-open={origin.kind === "open" || undefined}>
      {words}
    </span>
  );
}
