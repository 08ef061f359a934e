import { fieldPathOfElement } from "./field-focus";

/** A field, and the choice below the pointer. */
export interface PointedField {
  path: string;
  choice: number | undefined;
}

/** Return the field, and the chip in its row, of an event. */
export function fieldAtPointer(target: EventTarget | null): PointedField | null {
  const path = fieldPathOfElement(target);
  if (path === undefined || !(target instanceof Element)) return null;
  const chip = target.closest("[role='radio'], [role='checkbox']");
  const row = chip?.parentElement;
  const choice = chip && row ? [...row.children].indexOf(chip) : -1;
  return { path, choice: choice < 0 ? undefined : choice };
}
