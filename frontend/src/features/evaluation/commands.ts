import { defineCommands } from "@/lib/commands/types";

/** Inside the dialog that asks a model. */
export const startCommands = defineCommands("start-run", "evaluation:start.open", {
  start: { keys: ["mod+enter"], label: "evaluation:start.open", whileTyping: true },
});

/** Going through drawn errors and saying what is wrong. */
export const errorCommands = defineCommands("errors", "evaluation:parts.errors", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
  save: { keys: ["mod+enter"], label: "evaluation:errors.save", whileTyping: true },
});

/** Marking by a standard, one by one. */
export const ratingCommands = defineCommands("ratings", "evaluation:parts.ratings", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
  save: { keys: ["mod+enter"], label: "evaluation:errors.save", whileTyping: true },
});

/** Going through a run's answers. */
export const sampleCommands = defineCommands("samples", "evaluation:tabs.samples", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
});
