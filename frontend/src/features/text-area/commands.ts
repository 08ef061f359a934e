import { defineCommands } from "@/lib/commands/types";

export const textAreaCommands = defineCommands("text-area", "text-area:title", {
  apply: { keys: ["a"], label: "text-area:apply.action" },
});

export const readingCommands = defineCommands("text-area-reading", "text-area:reading.title", {
  show: { keys: ["mod+enter"], label: "text-area:reading.show", whileTyping: true },
});
