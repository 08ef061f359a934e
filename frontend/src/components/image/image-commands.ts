import { type CommandSpec, defineCommands } from "@/lib/commands/types";

/** A command with keys for the image alone, and one that also works while typing. */
function command(
  label: CommandSpec["label"],
  whileTyping: string,
  keys: readonly string[] = [],
  repeats = false,
): CommandSpec {
  return { keys: [...keys, whileTyping], label, whileTyping: [whileTyping], repeats };
}

/** Commands on every page with a large image; pages must not use their keys. */
export const imageCommands = defineCommands(
  "picture",
  "common:picture.title",
  {
    zoomIn: command("common:picture.zoomIn", "alt+=", ["+", "="], true),
    zoomOut: command("common:picture.zoomOut", "alt+-", ["-"], true),
    whole: command("common:picture.whole", "alt+0", ["0"]),
    fill: command("common:picture.fill", "alt+w"),
    actual: command("common:picture.actual", "alt+p"),
    left: command("common:picture.left", "alt+h", [], true),
    down: command("common:picture.down", "alt+j", [], true),
    up: command("common:picture.up", "alt+k", [], true),
    right: command("common:picture.right", "alt+l", [], true),
    rotate: { keys: ["shift+r"], label: "common:picture.rotate" },
    brightness: { keys: ["shift+b"], label: "common:picture.brightness" },
  },
  { everywhere: true },
);
