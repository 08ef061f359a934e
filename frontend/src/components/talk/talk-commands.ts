import { defineCommands } from "@/lib/commands/types";

/** Wherever there is something to ask about: no page may take the key. */
export const talkCommands = defineCommands(
  "talk",
  "common:talk.title",
  { ask: { keys: ["mod+/"], label: "common:talk.ask", whileTyping: true } },
  { everywhere: true },
);

/** For organizers, who record what was agreed on and ask nobody. */
export const noteCommands = defineCommands("note", "common:talk.title", {
  ask: { keys: ["mod+."], label: "common:talk.noteAction", whileTyping: true },
});

/** In the dialog in which one writes. */
export const askCommands = defineCommands("talk-dialog", "common:talk.title", {
  send: { keys: ["mod+enter"], label: "common:talk.send", whileTyping: true },
});
