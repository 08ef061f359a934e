import { defineCommands } from "@/lib/commands/types";

/** Inside the dialog that asks a model. */
export const startCommands = defineCommands("start-run", "evaluation:start.open", {
  start: { keys: ["mod+enter"], label: "evaluation:start.open", whileTyping: true },
});

/** Going through a run's answers. */
export const sampleCommands = defineCommands("samples", "evaluation:tabs.samples", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
});
