import { defineCommands } from "@/lib/commands/types";

export const itemsCommands = defineCommands("items", "items:title", {
  relabel: { keys: ["r"], label: "items:commands.relabel" },
  pin: { keys: ["p"], label: "items:commands.pin" },
  keep: { keys: ["k"], label: "items:commands.keep" },
  tag: { keys: ["t"], label: "items:commands.tag" },
  sendBack: { keys: ["b"], label: "items:commands.sendBack" },
  none: { keys: ["esc"], label: "items:commands.none" },
});
