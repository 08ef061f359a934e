import { defineCommands } from "@/lib/commands/types";

export const reworkCommands = defineCommands("rework", "rework:title", {
  submit: { keys: ["mod+enter"], label: "rework:commands.submit", whileTyping: true },
});
