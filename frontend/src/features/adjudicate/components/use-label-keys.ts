import type { Dispatch } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { useCommandGroup } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { choicesUnder, type Protocol } from "@/lib/protocol/protocol";
import { labelsWith } from "@/lib/protocol/record";

import {
  type DecisionAction,
  type Decision,
  overridesEverybody,
  type RecordPart,
} from "../decision";
import { setLabels } from "../labels";

const MOST_KEYS = 9;

interface LabelKeys {
  protocol: Protocol;
  decision: Decision;
  dispatch: Dispatch<DecisionAction>;
  /** The part that the shortcuts apply to. */
  current: RecordPart | undefined;
  /** A label that is not in any annotation needs a reason. */
  onReason: () => void;
  onDecided: () => void;
}

/**
 * The number keys choose the final label of the current field, whether or not an annotation has it.
 */
export function useLabelKeys(keys: LabelKeys): void {
  const { protocol, decision, dispatch, current, onReason, onDecided } = keys;
  const { t } = useTranslation("adjudicate");
  const { pick } = useLocale();
  const { labels } = decision;
  const part = current?.kind === "field" && current.field.kind === "label" ? current : undefined;
  const field = part?.field.kind === "label" ? part.field : undefined;
  const choices = field ? choicesUnder(field, labels).slice(0, MOST_KEYS) : [];

  const choose = (id: string) => {
    if (!field || !part) return;
    const chosen = labels[field.id] ?? [];
    const toggled = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    const value = field.multiple ? toggled : [id];
    flushSync(() => {
      setLabels(dispatch, decision, labelsWith(protocol, labels, field.id, value));
    });
    if (field.multiple) return;
    if (overridesEverybody(field, value, part.compared.values)) onReason();
    else onDecided();
  };

  useCommandGroup({
    scope: "adjudicate-labels",
    title: t("finalLabel"),
    inDialog: false,
    commands: choices.map(({ id, title }, index) => ({
      id: `adjudicate-labels.${id}`,
      scope: "adjudicate-labels",
      label: pick(title),
      keys: [String(index + 1)],
      enabled: true,
      run: () => {
        choose(id);
      },
    })),
  });
}
