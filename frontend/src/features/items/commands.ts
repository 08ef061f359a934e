import { defineCommands } from "@/lib/commands/types";

export const itemsCommands = defineCommands("items", "items:title", {
  relabel: { keys: ["r"], label: "items:commands.relabel" },
  none: { keys: ["esc"], label: "items:commands.none" },
});
