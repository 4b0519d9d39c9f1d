import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/[\\/]$/, "");

/** The files that belong to the repository: tracked or new, never ignored; relative paths with forward slashes. */
export function repositoryFiles(root: string = repositoryRoot): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** The text of a file of the repository. */
export function repositoryText(path: string, root: string = repositoryRoot): string {
  return readFileSync(join(root, path), "utf8");
}
