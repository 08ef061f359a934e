import { defineCommands } from "@/lib/commands/types";

export const adjudicateCommands = defineCommands("adjudicate", "adjudicate:title", {
  finish: { keys: ["mod+enter"], label: "adjudicate:commands.finish", whileTyping: true },
  merge: { keys: ["m"], label: "adjudicate:commands.merge" },
  up: { keys: ["up", "k"], label: "adjudicate:commands.up", repeats: true },
  down: { keys: ["down", "j"], label: "adjudicate:commands.down", repeats: true },
  skip: { keys: ["n"], label: "adjudicate:commands.skip" },
  agreed: { keys: ["g"], label: "adjudicate:commands.agreed" },
});

export const agreeCommands = defineCommands("adjudicate-agree", "adjudicate:title", {
  agree: { keys: ["y"], label: "adjudicate:together.agree" },
});
