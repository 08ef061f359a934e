import { defineCommands } from "@/lib/commands/types";

/** In the dialog that runs a model. */
export const startCommands = defineCommands("start-run", "evaluation:start.open", {
  start: { keys: ["mod+enter"], label: "evaluation:start.open", whileTyping: true },
});

/** Browse sampled errors and mark their kinds. */
export const errorCommands = defineCommands("errors", "evaluation:parts.errors", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
  save: { keys: ["mod+enter"], label: "evaluation:errors.save", whileTyping: true },
});

/** Rate by a rubric, one by one. */
export const ratingCommands = defineCommands("ratings", "evaluation:parts.ratings", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
  save: { keys: ["mod+enter"], label: "evaluation:errors.save", whileTyping: true },
});

/** Browse the responses of a run. */
export const sampleCommands = defineCommands("samples", "evaluation:tabs.samples", {
  previous: { keys: ["left"], label: "evaluation:samples.previous", repeats: true },
  next: { keys: ["right"], label: "evaluation:samples.next", repeats: true },
});
