import { defineCommands } from "@/lib/commands/types";

/** In the dialog that creates a version. */
export const cutCommands = defineCommands("cut", "releases:cut.title", {
  preview: { keys: ["mod+shift+enter"], label: "releases:preview.command", whileTyping: true },
  cut: { keys: ["mod+enter"], label: "releases:cut.command", whileTyping: true },
});
