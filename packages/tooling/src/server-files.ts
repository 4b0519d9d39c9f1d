import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildConsole } from "#/start/console-build.ts";
import { buildServer, packagesApart } from "#/start/server-build.ts";
import { writeServerFiles } from "#/start/server-files.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const help = `pnpm server:files FOLDER

Builds server and console and writes what a machine needs to run them into a new folder: Node, the two builds, and the
packages that the server's build leaves apart.
`;

const given = process.argv.slice(2).filter((argument) => argument !== "--");
const [named] = given;
if (named === undefined || given.length > 1 || named.startsWith("-")) {
  (named === "--help" || named === "-h" ? process.stdout : process.stderr).write(help);
  process.exit(named === "--help" || named === "-h" ? 0 : 2);
}
const folder = resolve(named);
if (existsSync(folder)) {
  console.error(`${folder} exists. Name a new folder.`);
  process.exit(2);
}
// The folders that are made here are for everybody to read, whatever the shell's mask is.
process.umask(0o022);
await Promise.all([buildConsole(repositoryRoot), buildServer(repositoryRoot)]);
const packages = writeServerFiles(repositoryRoot, folder, packagesApart);
console.log(
  `Node ${process.versions.node}, server, console and ${packages.length} packages were written to ${folder}.`,
);
