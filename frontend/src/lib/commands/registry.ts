import { belongsToControl, isComposing, isTyping, keyOf } from "./keys";
import type { Command, CommandSet, CommandSpec } from "./types";

export interface CommandGroup {
  scope: string;
  title: string;
  commands: readonly Command[];
  /** Handles keys inside an open dialog. All other groups are inactive there. */
  inDialog: boolean;
}

/** Registry of the commands on the screen; the newest take precedence. */
export class CommandRegistry {
  private readonly groups: { current: CommandGroup }[] = [];

  /** @returns a function that removes the group. */
  add(group: { current: CommandGroup }): () => void {
    this.groups.push(group);
    return () => {
      const index = this.groups.indexOf(group);
      if (index >= 0) this.groups.splice(index, 1);
    };
  }

  /** Groups on the screen, the newest first. */
  list(): readonly CommandGroup[] {
    return this.groups.map((group) => group.current).reverse();
  }

  /**
   * Run the command of an event.
   * @returns whether any was run.
   */
  handle(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || isComposing(event)) return false;
    const key = keyOf(event);
    const typing = isTyping(event.target);
    if (belongsToControl(key, event.target)) return false;
    const inDialog =
      event.target instanceof Element && event.target.closest("[role='dialog']") !== null;
    for (const group of this.list()) {
      if (inDialog && !group.inDialog) continue;
      const command = group.commands.find(
        (candidate) => candidate.enabled && candidate.keys.includes(key),
      );
      if (!command || (typing && !keysWhileTyping(command).includes(key))) continue;
      event.preventDefault();
      if (!event.repeat || command.repeats) command.run();
      return true;
    }
    return false;
  }
}

function keysWhileTyping({ keys, whileTyping }: CommandSpec | Command): readonly string[] {
  if (whileTyping === true) return keys;
  return whileTyping ? whileTyping : [];
}

export interface DuplicateKey {
  scope: string;
  key: string;
  ids: readonly string[];
}

/** Return keys with two commands: in one scope, or in a scope and a global one. */
export function findDuplicateKeys(sets: readonly CommandSet[]): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const everywhere = sets.filter((set) => set.everywhere);
  const scopes = new Set(sets.map((set) => set.scope));
  for (const scope of scopes) {
    const own = sets.filter((set) => set.scope === scope);
    const together = [...new Set([...own, ...everywhere])];
    const idsByKey = new Map<string, string[]>();
    for (const set of together) {
      for (const [name, spec] of Object.entries(set.specs)) {
        for (const key of spec.keys) {
          idsByKey.set(key, [...(idsByKey.get(key) ?? []), `${set.scope}.${name}`]);
        }
      }
    }
    for (const [key, ids] of idsByKey) {
      const concernsScope = ids.some((id) => id.startsWith(`${scope}.`));
      if (ids.length > 1 && concernsScope) duplicates.push({ scope, key, ids });
    }
  }
  return duplicates;
}

/**
 * Alt with ↑ or ↓ only moves the cursor. On a Mac, Alt with a letter types a character: these are
 * taken for the image all the same, as nobody writes them in labels and explanations. Alt with
 * ← or → is left to the text on a Mac, to the browser elsewhere.
 */
const WRITES_NOTHING = /^(?:mod\+.|alt\+(?:shift\+)?(?:up|down)$|alt\+[-=0hjklwp]$)/;

/** Return commands whose key would take a letter from a person who is typing. */
export function findKeysThatDisturbTyping(sets: readonly CommandSet[]): string[] {
  return sets.flatMap((set) =>
    Object.entries<CommandSet["specs"][string]>(set.specs)
      .filter(([, spec]) => !keysWhileTyping(spec).every((key) => WRITES_NOTHING.test(key)))
      .map(([name]) => `${set.scope}.${name}`),
  );
}
