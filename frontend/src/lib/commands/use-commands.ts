import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useCommandRegistry } from "./command-provider";
import type { CommandGroup } from "./registry";
import type { Command, CommandSet, CommandSpec } from "./types";

export type Handler = (() => void) | { run: () => void; enabled?: boolean };

interface Options {
  /** Set where the commands stand in a dialog. */
  inDialog?: boolean;
}

/** Make a list of commands work for as long as the component is on the screen. */
export function useCommandGroup(group: CommandGroup): void {
  const registry = useCommandRegistry();
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  });
  useEffect(() => registry.add(latest), [registry]);
}

/**
 * Say what the declared commands do here. A command without a handler is a type error.
 * @returns the commands by name, for `<CommandButton command={…} />` and `<Kbd>`.
 */
export function useCommands<Name extends string>(
  set: CommandSet<Name>,
  handlers: Readonly<Record<Name, Handler>>,
  { inDialog = false }: Options = {},
): Readonly<Record<Name, Command>> {
  const { i18n } = useTranslation();
  const bound = {} as Record<Name, Command>;
  for (const [name, spec] of Object.entries(set.specs) as [Name, CommandSpec][]) {
    const handler = handlers[name];
    const { run, enabled = true } = typeof handler === "function" ? { run: handler } : handler;
    bound[name] = {
      ...spec,
      id: `${set.scope}.${name}`,
      scope: set.scope,
      label: i18n.t(spec.label),
      enabled,
      run,
    };
  }
  useCommandGroup({
    scope: set.scope,
    title: i18n.t(set.title),
    commands: Object.values<Command>(bound),
    inDialog,
  });
  return bound;
}
