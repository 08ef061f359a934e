import { defineCommands } from "@/lib/commands/types";

/** Commands on every page with something to ask about; pages must not use their keys. */
export const talkCommands = defineCommands(
  "talk",
  "common:talk.title",
  { ask: { keys: ["mod+/"], label: "common:talk.ask", whileTyping: true } },
  { everywhere: true },
);

/** For organizers, who record what was agreed on. */
export const noteCommands = defineCommands("note", "common:talk.title", {
  ask: { keys: ["mod+."], label: "common:talk.noteAction", whileTyping: true },
});

/** In the dialog with the message. */
export const askCommands = defineCommands("talk-dialog", "common:talk.title", {
  send: { keys: ["mod+enter"], label: "common:talk.send", whileTyping: true },
});
