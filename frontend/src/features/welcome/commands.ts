import { defineCommands } from "@/lib/commands/types";

export const welcomeCommands = defineCommands("welcome", "welcome:title", {
  agree: { keys: ["mod+enter"], label: "welcome:commands.agree" },
});
