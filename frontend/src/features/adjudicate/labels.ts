import type { Dispatch } from "react";

import type { DecisionAction, Decision } from "./decision";

const sameChoices = (one: readonly string[], other: readonly string[] = []) =>
  one.length === other.length && one.every((choice) => other.includes(choice));

/** Set the labels that differ from the decision: a choice in a tree changes several. */
export function setLabels(
  dispatch: Dispatch<DecisionAction>,
  decision: Decision,
  labels: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [field, value] of Object.entries(labels)) {
    if (!sameChoices(value, decision.labels[field])) dispatch({ type: "label", field, value });
  }
}
