import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { EditorContext } from "../form/editor";
import { type Json, valueAt, withValueAt } from "../form/path";
import type { Schema } from "../form/schema";
import { FormView } from "./editor/form-view";

const schema: Schema = {
  properties: {
    id: { type: "string", maxLength: 64 },
    annotation: {
      properties: {
        people: { type: "integer", minimum: 1, maximum: 9 },
        calibration: {
          anyOf: [{ $ref: "#/$defs/Calibration" }, { type: "null" }],
        },
        decline_reasons: { type: "array", items: { $ref: "#/$defs/Reason" } },
      },
    },
  },
  $defs: {
    Calibration: {
      properties: {
        items: { type: "integer", minimum: 1 },
        blocks: { type: "boolean", default: true },
      },
    },
    Reason: {
      properties: {
        id: { type: "string", maxLength: 64 },
        title: { type: "object", propertyNames: { enum: ["en", "zh"] } },
      },
    },
  },
};

/** The form of a document, which is at hand after each change. */
async function aForm(start: Json, problems: Record<string, string> = {}) {
  const seen = { document: start };
  function Form() {
    const [document, setDocument] = useState(start);
    seen.document = document;
    const value = {
      document,
      problems: new Map(Object.entries(problems)),
      offer: { formats: [], checks: [] },
      schema,
      set: (path: string, next: Json | undefined) => {
        setDocument(withValueAt(document, path, next));
      },
    };
    return (
      <EditorContext value={value}>
        <FormView />
      </EditorContext>
    );
  }
  await renderInApp(<Form />);
  return (path: string) => valueAt(seen.document, path);
}
const openAnnotation = () => userEvent.click(screen.getByRole("tab", { name: /^Annotation/ }));

it("edits a document by the schema's controls, with the schema's limits", async () => {
  const at = await aForm({ id: "toy", annotation: { people: 2, decline_reasons: [] } });
  const id = screen.getByRole("textbox", { name: "ID" });
  expect(id).toHaveAttribute("maxlength", "64");
  await userEvent.type(id, "-two");
  expect(at("id")).toBe("toy-two");
  await openAnnotation();
  const people = screen.getByRole("textbox", { name: "Independent annotators per item" });
  await userEvent.type(people, "{Backspace}9{ArrowUp}");
  expect(at("annotation.people")).toBe(9);
});

it("adds things to a list and groups that may be absent", async () => {
  const at = await aForm({ id: "toy", annotation: { people: 2, decline_reasons: [] } });
  await openAnnotation();
  await userEvent.click(screen.getByRole("button", { name: /Add reason to decline/ }));
  expect(at("annotation.decline_reasons.0.id")).toBe("reason_1");
  const reasons = screen.getByRole("region", { name: "Reasons to decline" });
  await userEvent.type(within(reasons).getByLabelText("Title (English)"), "!");
  expect(at("annotation.decline_reasons.0.title.en")).toBe("Reason 1!");
  await userEvent.click(screen.getByRole("checkbox", { name: /Calibration batch/ }));
  expect(at("annotation.calibration.items")).toBe(10);
  // What the document leaves open is as the schema says.
  expect(screen.getByRole("switch", { name: /until they pass/ })).toBeChecked();
});

it("says what is wrong at its field, and in which part", async () => {
  await aForm({ id: "toy", annotation: { people: 20 } }, { "annotation.people": "Too many." });
  expect(screen.getByRole("tab", { name: /^Annotation/ })).toHaveTextContent("1");
  await openAnnotation();
  const people = screen.getByRole("textbox", { name: "Independent annotators per item" });
  expect(people).toBeInvalid();
  expect(people).toHaveAccessibleDescription(/Too many\./);
});
