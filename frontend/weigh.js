// The script that the first page loads and what each page adds, gzipped, by Vite's manifest.
// Fails above the limits: what is not needed at once belongs behind an import().
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FIRST_LOAD_KB = 210;
const PAGE_KB = 60;

const dist = new URL("./dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

const sizes = new Map();
/** Kilobytes of one chunk as the browser fetches it. */
function sizeOf(key) {
  const { file } = manifest[key];
  if (!file.endsWith(".js")) return 0;
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist))).length / 1000);
  return sizes.get(file);
}

/** A chunk with all that it imports statically. */
function chunksOf(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) chunksOf(imported, found);
  return found;
}

const weigh = (chunks) => [...chunks].reduce((sum, key) => sum + sizeOf(key), 0);
/** The texts of a folder in the language that needs more. */
const textsOf = (folder) =>
  Math.max(...["en", "zh"].map((language) => sizeOf(`${folder}/locale/${language}.json`)));

const first = chunksOf("index.html");
const firstLoad = weigh(first) + textsOf("src/app") + textsOf("src/lib/i18n");
const frame = chunksOf("src/app/layout/shell.tsx");
/** What is fetched right after the frame: toasts and closed dialogs, which pages use too. */
const after = new Set(
  [...first, ...frame]
    .flatMap((key) => manifest[key].dynamicImports ?? [])
    .filter((key) => /^src\/(app\/layout|lib\/commands)\//.test(key))
    .flatMap((key) => [...chunksOf(key)]),
);
/** Pages that need no account come without the frame around the others. */
const isPublic = (key) => /features\/(login|invitation)\//.test(key);
const pages = Object.keys(manifest)
  .filter((key) => /^src\/features\/[^/]+\/pages\//.test(key))
  .map((key) => {
    const there = isPublic(key) ? first : new Set([...first, ...frame, ...after]);
    const added = [...chunksOf(key)].filter((chunk) => !there.has(chunk));
    return [key, weigh(added) + textsOf(key.split("/").slice(0, 3).join("/"))];
  })
  .sort(([, one], [, other]) => other - one);

const rows = [
  ["First load", firstLoad, FIRST_LOAD_KB],
  ["Frame of signed-in pages", weigh([...frame].filter((chunk) => !first.has(chunk))), PAGE_KB],
  [
    "Toasts and dialogs, after it",
    weigh([...after].filter((chunk) => !first.has(chunk) && !frame.has(chunk))),
    PAGE_KB,
  ],
  ...pages.map(([key, size]) => [key.replace(/^src.features.|.tsx$/g, ""), size, PAGE_KB]),
];
const lines = rows.map(([name, size, limit]) => {
  const verdict = size > limit ? `  over ${limit}` : "";
  return `${size.toFixed(1).padStart(7)} kB  ${name}${verdict}`;
});
process.stdout.write(`${lines.join("\n")}\n`);
if (pages.length === 0 || rows.some(([, size, limit]) => size > limit)) process.exitCode = 1;
