const FOCUSABLE = "textarea:not([readonly]), input, button:not([tabindex='-1'])";

function controlIn(place: Element | null | undefined): HTMLElement | null {
  if (!place) return null;
  return place.matches(FOCUSABLE)
    ? (place as HTMLElement)
    : place.querySelector<HTMLElement>(FOCUSABLE);
}

/** Of a section: the first field, not a control beside its title. */
function firstControlIn(place: Element | undefined): HTMLElement | null {
  return controlIn(place?.querySelector("[data-field]") ?? place);
}

function bring(control: HTMLElement | null): boolean {
  if (!control) return false;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "nearest" });
  return true;
}

/** Return the path of the field that contains an element. */
export function fieldPathOfElement(element: EventTarget | null): string | undefined {
  return element instanceof Element
    ? element.closest<HTMLElement>("[data-field]")?.dataset["field"]
    : undefined;
}

/** Focus the field at a path, or the nearest one around it. */
export function focusField(form: HTMLElement, path: string): void {
  // Letters of options are skipped by Tab, but a key is chosen on them.
  if (bring(form.querySelector<HTMLElement>(`[data-letters="${path}"] [data-letter]`))) return;
  for (let at = path; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) {
    const place = form.querySelector(`[data-field="${at}"], [data-section="${at}"] [data-field]`);
    if (bring(controlIn(place))) return;
  }
}

/**
 * Focus the next (1) or previous (-1) field or section of the form.
 * @returns whether there is one.
 */
export function focusNeighbour(
  form: HTMLElement,
  step: 1 | -1,
  kind: "field" | "section",
): boolean {
  const places = [...form.querySelectorAll(`[data-${kind}]`)].filter(
    (place) => firstControlIn(place) !== null,
  );
  const here = places.findIndex((place) => place.contains(document.activeElement));
  const next = here < 0 ? (step > 0 ? 0 : places.length - 1) : here + step;
  return bring(firstControlIn(places[next]));
}
