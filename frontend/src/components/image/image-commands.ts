import { defineCommands } from "@/lib/commands/types";

/** Commands on every page with a large image; pages must not use their keys. */
export const imageCommands = defineCommands(
  "picture",
  "common:picture.title",
  {
    zoomIn: { keys: ["+", "="], label: "common:picture.zoomIn", repeats: true },
    zoomOut: { keys: ["-"], label: "common:picture.zoomOut", repeats: true },
    fit: { keys: ["0"], label: "common:picture.fit" },
    rotate: { keys: ["shift+r"], label: "common:picture.rotate" },
    brightness: { keys: ["shift+b"], label: "common:picture.brightness" },
  },
  { everywhere: true },
);
