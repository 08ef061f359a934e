import { defineCommands } from "@/lib/commands/types";

export const makeCommands = defineCommands("make-questions", "make-questions:title", {
  accept: { keys: ["mod+enter"], label: "make-questions:commands.accept", whileTyping: true },
});
