import { defineCommands } from "@/lib/commands/types";

export const editCommands = defineCommands("protocol-edit", "protocol:edit.title", {
  check: { keys: ["mod+enter"], label: "protocol:edit.check", whileTyping: true },
});
