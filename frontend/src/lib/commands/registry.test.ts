import { afterEach, describe, expect, it, vi } from "vitest";

import {
  CommandRegistry,
  findDuplicateKeys,
  findKeysThatDisturbTyping,
  type CommandGroup,
} from "./registry";
import { type Command, type CommandSet, defineCommands } from "./types";

const declared = Object.values(
  import.meta.glob<Record<string, CommandSet>>(
    ["/src/**/commands.ts", "/src/**/*-commands.ts", "!/src/**/use-commands.ts"],
    { eager: true },
  ),
)
  .flatMap((module) => Object.values(module))
  .filter((value) => typeof value === "object" && "specs" in value);

function group(commands: readonly Partial<Command>[], inDialog = false): CommandGroup {
  return {
    scope: "test",
    title: "Test",
    inDialog,
    commands: commands.map((command, index) => ({
      id: `test.${String(index)}`,
      label: "",
      keys: [],
      scope: "test",
      enabled: true,
      run: () => undefined,
      ...command,
    })),
  };
}

function press(
  registry: CommandRegistry,
  init: KeyboardEventInit,
  target: Element = document.body,
): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  const listen = (heard: Event) => {
    registry.handle(heard as KeyboardEvent);
  };
  window.addEventListener("keydown", listen, { once: true });
  target.dispatchEvent(event);
  return event;
}

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.body.querySelector("[data-focus]") ?? document.body;
}

afterEach(() => {
  document.body.innerHTML = "";
});

describe("the commands of the product", () => {
  it("are declared", () => {
    expect(declared.map((set) => set.scope)).toContain("global");
  });

  it("no key does two things in one scope", () => {
    expect(findDuplicateKeys(declared)).toEqual([]);
  });

  it("take no letter away from somebody who is typing", () => {
    expect(findKeysThatDisturbTyping(declared)).toEqual([]);
  });
});

describe("findDuplicateKeys", () => {
  const page = (keys: string[]) =>
    defineCommands("page", "common:commands.title", {
      own: { keys, label: "common:commands.help" },
    });

  it("finds a key that two commands of a scope share", () => {
    const set = defineCommands("page", "common:commands.title", {
      keep: { keys: ["k"], label: "common:commands.help" },
      kill: { keys: ["x", "k"], label: "common:commands.help" },
    });
    expect(findDuplicateKeys([set])).toEqual([
      { scope: "page", key: "k", ids: ["page.keep", "page.kill"] },
    ]);
  });

  it("finds a key that is taken everywhere, and leaves other pages alone", () => {
    const everywhere = defineCommands(
      "global",
      "common:commands.title",
      { help: { keys: ["?"], label: "common:commands.help" } },
      { everywhere: true },
    );
    const other = defineCommands("other", "common:commands.title", {
      own: { keys: ["k"], label: "common:commands.help" },
    });
    expect(findDuplicateKeys([everywhere, other, page(["k"])])).toEqual([]);
    expect(findDuplicateKeys([everywhere, page(["?"])]).map(({ key }) => key)).toContain("?");
  });

  it("a single letter must not work while typing", () => {
    const set = defineCommands("page", "common:commands.title", {
      own: { keys: ["k"], label: "common:commands.help", whileTyping: true },
    });
    expect(findKeysThatDisturbTyping([set])).toEqual(["page.own"]);
  });
});

describe("CommandRegistry", () => {
  it("runs the command of a key and keeps the browser from acting on it", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["k"], run }]) });
    expect(press(registry, { key: "k" }).defaultPrevented).toBe(true);
    expect(run).toHaveBeenCalledOnce();
  });

  it("asks the group that came last first, and the one below when it is gone", () => {
    const below = vi.fn();
    const above = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["k"], run: below }]) });
    const remove = registry.add({ current: group([{ keys: ["k"], run: above }]) });
    press(registry, { key: "k" });
    remove();
    press(registry, { key: "k" });
    expect([above.mock.calls.length, below.mock.calls.length]).toEqual([1, 1]);
  });

  it("is silent while somebody types, but for combinations that are allowed", () => {
    const letter = vi.fn();
    const submit = vi.fn();
    const registry = new CommandRegistry();
    registry.add({
      current: group([
        { keys: ["k"], run: letter },
        { keys: ["mod+enter"], run: submit, whileTyping: true },
      ]),
    });
    const field = element("<textarea data-focus></textarea>");
    press(registry, { key: "k" }, field);
    press(registry, { key: "Enter", ctrlKey: true }, field);
    expect([letter.mock.calls.length, submit.mock.calls.length]).toEqual([0, 1]);
  });

  it("runs a command while somebody types by those of its keys that write nothing", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["0", "alt+0"], run, whileTyping: ["alt+0"] }]) });
    const field = element("<textarea data-focus></textarea>");
    expect(press(registry, { key: "0" }, field).defaultPrevented).toBe(false);
    expect(run).not.toHaveBeenCalled();
    press(registry, { key: "0", altKey: true }, field);
    press(registry, { key: "0" });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("is silent while Chinese is being composed", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["k"], run }]) });
    press(registry, { key: "k", isComposing: true });
    expect(run).not.toHaveBeenCalled();
  });

  it("knows the physical key where an input method writes another character", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["k"], run }]) });
    press(registry, { key: "л", code: "KeyK" });
    expect(run).toHaveBeenCalledOnce();
  });

  it("leaves Enter and the arrows to the control that answers to them", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["enter", "left"], run }]) });
    press(registry, { key: "Enter" }, element("<button data-focus>Go</button>"));
    press(registry, { key: "ArrowLeft" }, element('<div role="slider" data-focus></div>'));
    expect(run).not.toHaveBeenCalled();
    press(registry, { key: "ArrowLeft" }, element("<button data-focus>Go</button>"));
    expect(run).toHaveBeenCalledOnce();
  });

  it("does not reach behind a dialog", () => {
    const page = vi.fn();
    const dialog = vi.fn();
    const registry = new CommandRegistry();
    registry.add({ current: group([{ keys: ["k"], run: page }]) });
    registry.add({ current: group([{ keys: ["j"], run: dialog }], true) });
    const inside = element('<div role="dialog"><i data-focus></i></div>');
    press(registry, { key: "k" }, inside);
    press(registry, { key: "j" }, inside);
    expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  });

  it("does nothing for a command that is not enabled, and runs a held key once", () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    const shown = { current: group([{ keys: ["k"], run, enabled: false }]) };
    registry.add(shown);
    expect(press(registry, { key: "k" }).defaultPrevented).toBe(false);
    shown.current = group([{ keys: ["k"], run }]);
    press(registry, { key: "k" });
    press(registry, { key: "k", repeat: true });
    expect(run).toHaveBeenCalledOnce();
  });
});
