import { defineCommands } from "./types";

export const globalCommands = defineCommands(
  "global",
  "common:commands.everywhere",
  { help: { keys: ["?"], label: "common:commands.help" } },
  { everywhere: true },
);
