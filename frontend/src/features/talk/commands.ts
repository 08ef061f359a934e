import { defineCommands } from "@/lib/commands/types";

export const talkCommands = defineCommands("thread", "talk:one", {
  send: { keys: ["mod+enter"], label: "talk:send", whileTyping: true },
});
