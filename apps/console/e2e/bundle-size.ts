import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const budgetBytes = 145 * 1024;
const dist = fileURLToPath(new URL("../dist/", import.meta.url));

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

function manifest(): { [source: string]: Chunk } {
  const path = `${dist}.vite/manifest.json`;
  if (!existsSync(path)) throw new Error("There is no build: run `pnpm --filter @dc/console exec vite build` first.");
  return asManifest(JSON.parse(readFileSync(path, "utf8")));
}

/** Vite's build writes the manifest and guarantees its shape, so it is not validated here. */
function asManifest(written: unknown): { [source: string]: Chunk } {
  return written as { [source: string]: Chunk };
}

/** Every file that these entries load at once, styles included. */
function filesOf(entries: readonly string[]): Set<string> {
  const chunks = manifest();
  const files = new Set<string>();
  const visit = (source: string) => {
    const chunk = chunks[source];
    if (chunk === undefined) throw new Error(`The build has no ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return files;
}

// The code of the list is in the console's first file: see `firstScreen` in vite.config.ts.
const listAlone = "src/routes/index-versions.tsx";
const files = [...filesOf(listAlone in manifest() ? ["index.html", listAlone] : ["index.html"])];
const sized = files.map((file) => ({ file, bytes: statSync(`${dist}${file}.br`).size }));
const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sized.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${file}`);
console.log(
  `${(total / 1024).toFixed(1).padStart(7)} KiB  JS and CSS of the first screen in ${files.length} files, brotli (budget ${budgetBytes / 1024} KiB)`,
);
if (total > budgetBytes) process.exitCode = 1;
