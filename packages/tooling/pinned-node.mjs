// Loaded before a task (`node --import`), and plain JavaScript, so that an older Node can still read it and say what is wrong:
// pnpm falls back to the system's Node without a word when it could not fetch the pinned one.
import { readFileSync } from "node:fs";

const { optionalDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

if (process.versions.node !== optionalDependencies.node) {
  console.error(
    `Node ${optionalDependencies.node} must run this, but Node ${process.versions.node} (${process.execPath}) does. ` +
      "The npm package `node` brings the right one; its download seems to have failed. " +
      "Delete node_modules and run the command again with access to the npm registry.",
  );
  process.exit(1);
}
