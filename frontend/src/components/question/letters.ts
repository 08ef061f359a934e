import type { KeyboardEvent } from "react";

/** Mark the option that is being edited. */
export const MARK_KEY = "mod+b";

/**
 * On the letter of an option, arrows move to the others, and a letter or number marks an option.
 */
export function moveAmongLetters(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const letters = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-letter]")];
  const here = letters.findIndex((letter) => letter === event.target);
  if (here < 0) return;
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const named = letters.findIndex(
    (letter, index) =>
      letter.textContent === event.key.toUpperCase() || String(index + 1) === event.key,
  );
  if (step === undefined && named < 0) return;
  event.preventDefault();
  const next =
    letters[step === undefined ? named : (here + step + letters.length) % letters.length];
  next?.focus();
  if (step === undefined) next?.click();
}
