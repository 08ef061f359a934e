import { defineCommands } from "@/lib/commands/types";

export const textAreaCommands = defineCommands("text-area", "text-area:title", {
  apply: { keys: ["a"], label: "text-area:apply.action" },
});
