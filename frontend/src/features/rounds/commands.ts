import { defineCommands } from "@/lib/commands/types";

export const checklistCommands = defineCommands("checklist", "rounds:checklist.title", {
  pass: { keys: ["enter"], label: "rounds:checklist.pass" },
  fail: { keys: ["mod+enter"], label: "rounds:checklist.fail", whileTyping: true },
  all: { keys: ["a"], label: "rounds:checklist.all" },
  note: { keys: ["f"], label: "rounds:checklist.note" },
});
