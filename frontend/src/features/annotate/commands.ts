import { MARK_KEY } from "@/components/question/letters";
import { defineCommands } from "@/lib/commands/types";

/** All commands except those of the images work while typing. */
export const annotateCommands = defineCommands("annotate", "annotate:title", {
  submit: { keys: ["mod+enter"], label: "annotate:commands.submit", whileTyping: true },
  nextField: { keys: ["alt+down"], label: "annotate:commands.nextField", whileTyping: true },
  previousField: { keys: ["alt+up"], label: "annotate:commands.previousField", whileTyping: true },
  nextSection: {
    keys: ["alt+shift+down"],
    label: "annotate:commands.nextSection",
    whileTyping: true,
  },
  previousSection: {
    keys: ["alt+shift+up"],
    label: "annotate:commands.previousSection",
    whileTyping: true,
  },
  markKey: { keys: [MARK_KEY], label: "annotate:commands.markKey", whileTyping: true },
  addQuestion: {
    keys: ["mod+shift+enter"],
    label: "annotate:commands.addQuestion",
    whileTyping: true,
  },
  removeQuestion: {
    keys: ["mod+shift+backspace"],
    label: "annotate:commands.removeQuestion",
    whileTyping: true,
  },
  skip: { keys: ["mod+shift+s"], label: "annotate:commands.skip", whileTyping: true },
  decline: { keys: ["mod+shift+x"], label: "annotate:commands.decline", whileTyping: true },
  guidelines: { keys: ["mod+g"], label: "annotate:commands.guidelines", whileTyping: true },
  undo: { keys: ["mod+z"], label: "annotate:commands.undo", whileTyping: true, repeats: true },
  redo: {
    keys: ["mod+shift+z", "mod+y"],
    label: "annotate:commands.redo",
    whileTyping: true,
    repeats: true,
  },
  history: { keys: ["mod+shift+h"], label: "annotate:commands.history", whileTyping: true },
  nextPicture: { keys: ["]"], label: "annotate:commands.nextPicture" },
  previousPicture: { keys: ["["], label: "annotate:commands.previousPicture" },
});
