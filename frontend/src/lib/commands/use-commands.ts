import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useCommandRegistry } from "./command-provider";
import type { CommandGroup } from "./registry";
import type { Command, CommandSet, CommandSpec } from "./types";

export type Handler = (() => void) | { run: () => void; enabled?: boolean };

const isEnabled = (handler: Handler) => typeof handler === "function" || (handler.enabled ?? true);

interface Options {
  /** Set if the commands are in a dialog. */
  inDialog?: boolean;
}

/** Activate a list of commands while the component is mounted. */
export function useCommandGroup(group: CommandGroup): void {
  const registry = useCommandRegistry();
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  });
  useEffect(() => registry.add(latest), [registry]);
}

/**
 * Bind handlers to the declared commands. A command without a handler is a type error.
 * @returns the commands by name, for `<CommandButton command={…} />` and `<Kbd>`.
 */
export function useCommands<Name extends string>(
  set: CommandSet<Name>,
  handlers: Readonly<Record<Name, Handler>>,
  { inDialog = false }: Options = {},
): Readonly<Record<Name, Command>> {
  const { i18n } = useTranslation();
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const names = Object.keys(set.specs) as Name[];
  const able = names.filter((name) => isEnabled(handlers[name])).join();
  // The same objects while nothing visible changes, so that buttons are not rendered again.
  const bound = useMemo(() => {
    const enabled = new Set(able.split(","));
    const commands = names.map((name): [Name, Command] => {
      const spec: CommandSpec = set.specs[name];
      const run = () => {
        const handler: Handler = latest.current[name];
        if (typeof handler === "function") handler();
        else handler.run();
      };
      const id = `${set.scope}.${name}`;
      const label = i18n.t(spec.label);
      return [name, { ...spec, id, scope: set.scope, label, enabled: enabled.has(name), run }];
    });
    return Object.fromEntries(commands) as Record<Name, Command>;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- names are those of the set
  }, [set, able, i18n.language]);
  useCommandGroup({
    scope: set.scope,
    title: i18n.t(set.title),
    commands: Object.values<Command>(bound),
    inDialog,
  });
  return bound;
}
