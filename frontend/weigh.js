// The script that the first page loads and what each page adds, gzipped, by Vite's manifest.
// Fails above the limits: what is not needed at once belongs behind an import().
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FIRST_LOAD_KB = 285;
const PAGE_KB = 70;

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
const pages = Object.keys(manifest)
  .filter((key) => /^src\/features\/[^/]+\/pages\//.test(key))
  .map((key) => {
    const added = [...chunksOf(key)].filter((chunk) => !first.has(chunk));
    return [key, weigh(added) + textsOf(key.split("/").slice(0, 3).join("/"))];
  })
  .sort(([, one], [, other]) => other - one);

const rows = [
  ["First load", firstLoad, FIRST_LOAD_KB],
  ...pages.map(([key, size]) => [key.replace(/^src.features.|.tsx$/g, ""), size, PAGE_KB]),
];
const lines = rows.map(([name, size, limit]) => {
  const verdict = size > limit ? `  over ${limit}` : "";
  return `${size.toFixed(1).padStart(7)} kB  ${name}${verdict}`;
});
process.stdout.write(`${lines.join("\n")}\n`);
if (pages.length === 0 || rows.some(([, size, limit]) => size > limit)) process.exitCode = 1;
