const ARIA_NAMES: Readonly<Record<string, string>> = {
  mod: "Control",
  alt: "Alt",
  shift: "Shift",
  left: "ArrowLeft",
  right: "ArrowRight",
  up: "ArrowUp",
  down: "ArrowDown",
  enter: "Enter",
  esc: "Escape",
  space: "Space",
};

/** The keys in the notation of the `aria-keyshortcuts` attribute. */
export function ariaShortcut(keys: readonly string[]): string | undefined {
  if (keys.length === 0) return undefined;
  return keys
    .map((key) =>
      key === "+"
        ? "Plus"
        : key
            .split("+")
            .map((part) => ARIA_NAMES[part] ?? part.toUpperCase())
            .join("+"),
    )
    .join(" ");
}
