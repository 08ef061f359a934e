import { defineCommands } from "@/lib/commands/types";

/** Beside the page's own keys wherever a large picture is: no page may take them. */
export const pictureCommands = defineCommands(
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
