import type { TextKey } from "../i18n/texts";

/** An action on a page, by key or by button: both call the same `run`. */
export interface Command {
  /** Unique: `<scope>.<name>`. */
  id: string;
  /** What it does, in the reader's language. */
  label: string;
  /** `k`, `1`, `?`, `shift+r`, `mod+enter`, `left`. The first is printed on the control. */
  keys: readonly string[];
  scope: string;
  enabled: boolean;
  run: () => void;
  /** Also active while typing, or only these keys: combinations that write nothing. */
  whileTyping?: boolean | readonly string[];
  /** Repeats while the key is held down. */
  repeats?: boolean;
}

/** The constant part of a command, declared in `commands.ts`. */
export interface CommandSpec {
  keys: readonly string[];
  /** i18n key with namespace: `screening:commands.keep`. */
  label: TextKey;
  whileTyping?: boolean | readonly string[];
  repeats?: boolean;
}

export interface CommandSet<Name extends string = string> {
  scope: string;
  /** i18n key of the heading of the set in the list of shortcuts. */
  title: TextKey;
  /** May be on any page with the page's own set: no page may use these keys. */
  everywhere: boolean;
  specs: Readonly<Record<Name, CommandSpec>>;
}

/** Declare the commands of one scope. A page binds their handlers with `useCommands`. */
export function defineCommands<Name extends string>(
  scope: string,
  title: TextKey,
  specs: Readonly<Record<Name, CommandSpec>>,
  options: { everywhere?: boolean } = {},
): CommandSet<Name> {
  return { scope, title, specs, everywhere: options.everywhere ?? false };
}
