import { defineCommands } from "./types";

export const globalCommands = defineCommands(
  "global",
  "common:commands.everywhere",
  {
    help: { keys: ["?"], label: "common:commands.help" },
    search: { keys: ["mod+k"], label: "common:commands.search", whileTyping: true },
  },
  { everywhere: true },
);
