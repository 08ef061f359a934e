import { defineCommands } from "@/lib/commands/types";

export const stageCommands = defineCommands("stage", "stages:title", {
  apply: { keys: ["a"], label: "stages:apply.action" },
});

export const slidersCommands = defineCommands("stage-settings", "stages:settings.title", {
  show: { keys: ["mod+enter"], label: "stages:settings.show", whileTyping: true },
});
