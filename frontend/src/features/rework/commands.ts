import { defineCommands } from "@/lib/commands/types";

export const reworkCommands = defineCommands("rework", "rework:title", {
  handIn: { keys: ["mod+enter"], label: "rework:commands.handIn", whileTyping: true },
});
