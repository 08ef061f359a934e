import { defineCommands } from "@/lib/commands/types";

export const validateCommands = defineCommands("validate", "validate:title", {
  confirm: { keys: ["enter"], label: "validate:commands.confirm" },
  confirmTyping: { keys: ["mod+enter"], label: "validate:commands.confirm", whileTyping: true },
  problem: { keys: ["p"], label: "validate:commands.problem" },
  problemTyping: { keys: ["mod+i"], label: "validate:commands.problem", whileTyping: true },
  undo: { keys: ["u"], label: "validate:commands.undo" },
  undoTyping: { keys: ["mod+u"], label: "validate:commands.undo", whileTyping: true },
});
