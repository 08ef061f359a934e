import { defineCommands } from "@/lib/commands/types";

/** In the dialog that asks for a reason. */
export const reasonCommands = defineCommands("reason", "common:reason.label", {
  confirm: { keys: ["mod+enter"], label: "common:reason.confirm", whileTyping: true },
});
