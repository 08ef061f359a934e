import { defineCommands } from "@/lib/commands/types";

export const screeningCommands = defineCommands("screening", "screening:title", {
  keep: { keys: ["k"], label: "screening:commands.keep" },
  discard: { keys: ["d"], label: "screening:commands.discard" },
  unsure: { keys: ["u"], label: "screening:commands.unsure" },
  undo: { keys: ["z"], label: "screening:commands.undo" },
  back: { keys: ["esc"], label: "screening:commands.back" },
});

export const undecidedCommands = defineCommands("undecided", "screening:undecided.title", {
  keep: { keys: ["k"], label: "screening:commands.keep" },
  discard: { keys: ["d"], label: "screening:commands.discard" },
  back: { keys: ["esc"], label: "screening:commands.back" },
});
