import { defineCommands } from "@/lib/commands/types";

export const duplicatesCommands = defineCommands("duplicates", "duplicates:title", {
  up: { keys: ["up"], label: "duplicates:commands.up", repeats: true },
  down: { keys: ["down"], label: "duplicates:commands.down", repeats: true },
  left: { keys: ["left"], label: "duplicates:commands.left", repeats: true },
  right: { keys: ["right"], label: "duplicates:commands.right", repeats: true },
  split: { keys: ["s"], label: "duplicates:commands.split" },
  restore: { keys: ["r"], label: "duplicates:commands.restore" },
});

export const pairCommands = defineCommands("possibleDuplicates", "duplicates:possible.title", {
  previous: { keys: ["j"], label: "duplicates:possible.previous", repeats: true },
  next: { keys: ["k"], label: "duplicates:possible.next", repeats: true },
  same: { keys: ["e"], label: "duplicates:possible.same" },
  different: { keys: ["d"], label: "duplicates:possible.different" },
  variant: { keys: ["v"], label: "duplicates:possible.variant" },
  marks: { keys: ["m"], label: "duplicates:possible.marks" },
});

export const previewCommands = defineCommands("duplicatesPreview", "duplicates:preview.title", {
  show: { keys: ["mod+enter"], label: "duplicates:preview.show", whileTyping: true },
  apply: { keys: ["shift+a"], label: "duplicates:preview.apply.action" },
});
