const components = import.meta.glob<string>(["/src/**/*.tsx", "!/src/**/*.test.tsx"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const commands = import.meta.glob<string>("/src/**/*commands.ts", {
  eager: true,
  query: "?raw",
  import: "default",
});

const NAMESPACE = /useTranslation\(\s*\[?\s*"([^"]+)"/;
const BUTTON = /<(Button|Menu\.Item)\b[\s\S]*?<\/\1>/g;
/** What a dialog shows on the button that confirms it. */
const ACTION = /\baction=\{(t\(.*?\))\}\n/g;
const CALL = /\bt\(([^()]*)/g;
const LITERAL = /["`]([\w:-]*(?:\.|\$\{[^}]*\}|[\w-]+)+)["`]/g;
const EXPRESSION = /\$\{[^}]*\}/g;
const LABEL = /\blabel: "([\w-]+:[\w.-]+)"/g;

function groupsOf(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** JSX without the values of its properties: `<Button onClick>Save</Button>`. */
function withoutValues(jsx: string): string {
  let kept = "";
  let depth = 0;
  for (let at = 0; at < jsx.length; at += 1) {
    if (depth === 0 && !jsx.startsWith("={", at)) kept += jsx[at] ?? "";
    else if (jsx[at] === "{") depth += 1;
    else if (jsx[at] === "}") depth -= 1;
    else if (depth === 0) {
      depth = 1;
      at += 1;
    }
  }
  return kept;
}

/** Return the keys of a component's buttons: arguments of `t` between their tags. */
function keysIn(source: string): string[] {
  const namespace = NAMESPACE.exec(source)?.[1] ?? "common";
  const buttons = [...source.matchAll(BUTTON)].map(([whole]) => withoutValues(whole));
  return [...buttons, ...groupsOf(source, ACTION)]
    .flatMap((shown) => groupsOf(shown, CALL))
    .flatMap((call) => groupsOf(call, LITERAL))
    .map((key) => (key.includes(":") ? key : `${namespace}:${key}`));
}

/** Return the possible keys of an expression: `edit.${part}.action`. */
function patternOf(key: string): RegExp {
  const fixed = key.split(EXPRESSION).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${fixed.join("[\\w.-]+")}$`);
}

const keys = [
  ...Object.values(components).flatMap(keysIn),
  ...Object.values(commands).flatMap((source) => groupsOf(source, LABEL)),
];
const patterns = [...new Set(keys)].map(patternOf);

/** Return whether a component uses the text of `key` (`namespace:key`) on a button or in a menu. */
export function isOnButton(key: string): boolean {
  return patterns.some((pattern) => pattern.test(key));
}
