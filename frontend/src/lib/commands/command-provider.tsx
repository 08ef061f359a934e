import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

import { CommandRegistry } from "./registry";

const RegistryContext = createContext<CommandRegistry | null>(null);

/** Listens to the keyboard for the whole window. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => new CommandRegistry());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      registry.handle(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error("Commands need a <CommandProvider> above them.");
  return registry;
}
