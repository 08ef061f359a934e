const NAMES: Readonly<Record<string, string>> = {
  " ": "space",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Escape: "esc",
};

const SYMBOLS: Readonly<Record<string, string>> = {
  left: "←",
  right: "→",
  up: "↑",
  down: "↓",
  enter: "↵",
  backspace: "⌫",
};

const onApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys of signs by their place, which on a Mac write others with Alt. */
const PLACES: Readonly<Record<string, string>> = {
  Equal: "=",
  Minus: "-",
  NumpadAdd: "=",
  NumpadSubtract: "-",
};

/**
 * The plain key of an event; a letter or digit even where an input method hides it. With Alt, a
 * Mac writes another character: there the place of the key says what it is.
 */
function plainKey(event: KeyboardEvent): string {
  const named = NAMES[event.key];
  if (named) return named;
  const ascii = event.key.length === 1 && event.key.charCodeAt(0) < 128;
  const physical = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code)?.[1];
  const place = physical?.toLowerCase() ?? PLACES[event.code];
  if (event.altKey && place) return place;
  if (!ascii && event.key.length === 1 && physical) return physical.toLowerCase();
  return event.key.toLowerCase();
}

/** The key belongs to an input method. Safari marks the last one only by its code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** An event in the notation of `Command.keys`: `k`, `shift+r`, `mod+enter`, `?`. */
export function keyOf(event: KeyboardEvent): string {
  const key = plainKey(event);
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("mod");
  if (event.altKey) parts.push("alt");
  // Shift is already in "?" or "+"; it tells "r" from "shift+r" and "left" from "shift+left".
  if (event.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/** How a key is printed: `mod+enter` → Ctrl ↵ (⌘ ↵ on a Mac). */
export function keyLabel(key: string): string {
  if (key === "+") return "+";
  return key
    .split("+")
    .map((part) => {
      if (part === "") return "+";
      if (part === "mod") return onApple() ? "⌘" : "Ctrl";
      if (part === "shift") return "⇧";
      if (part === "alt") return onApple() ? "⌥" : "Alt";
      return SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : capital(part));
    })
    .join(" ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const TEXT_INPUTS = "input, textarea, select, [contenteditable='true'], [contenteditable='']";
const NOT_TYPED_INTO =
  "input[type='checkbox'], input[type='radio'], input[type='range'], input[type='button'], input[type='submit']";

/** Return whether the person is typing. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(TEXT_INPUTS) !== null && target.closest(NOT_TYPED_INTO) === null;
}

const ACTIVATED_BY_KEY =
  "button, a[href], summary, [role='button'], [role='radio'], [role='checkbox']";
const MOVED_BY_ARROWS =
  "[role='slider'], [role='radio'], [role='tab'], [role='menuitem'], input[type='range'], input[type='radio']";

/** Return whether the focused control handles this key itself, and takes precedence. */
export function belongsToControl(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (key === "enter" || key === "space") return target.closest(ACTIVATED_BY_KEY) !== null;
  if (["left", "right", "up", "down"].includes(key)) {
    return target.closest(MOVED_BY_ARROWS) !== null;
  }
  return false;
}
