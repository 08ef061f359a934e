import type { TextKey } from "../i18n/texts";

/** Something a person can do on a page, by key or by button: both run the same `run`. */
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
  /** Works while somebody is typing too. Only for combinations with mod, and alt with ↑ or ↓. */
  whileTyping?: boolean;
  /** Goes on while the key is held down. */
  repeats?: boolean;
}

/** The part of a command that is the same for everybody: declared in `commands.ts`. */
export interface CommandSpec {
  keys: readonly string[];
  /** i18n key with namespace: `screening:commands.keep`. */
  label: TextKey;
  whileTyping?: boolean;
  repeats?: boolean;
}

export interface CommandSet<Name extends string = string> {
  scope: string;
  /** i18n key of the heading under which the help lists the set. */
  title: TextKey;
  /** May be on any page together with the page's own set: no page may take these keys. */
  everywhere: boolean;
  specs: Readonly<Record<Name, CommandSpec>>;
}

/** Declare the commands of one scope. A page binds what they do with `useCommands`. */
export function defineCommands<Name extends string>(
  scope: string,
  title: TextKey,
  specs: Readonly<Record<Name, CommandSpec>>,
  options: { everywhere?: boolean } = {},
): CommandSet<Name> {
  return { scope, title, specs, everywhere: options.everywhere ?? false };
}
