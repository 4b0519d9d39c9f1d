import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The inputs and the output of a build; every path is relative to the repository. */
export interface Build {
  inputs: readonly string[];
  /** Files among the inputs that the build does not read. */
  except: RegExp;
  /** A file that exists after the build. */
  output: string;
  /** The file with the hash of the inputs of the last build. */
  stamp: string;
}

/** One hash of all files that a build reads. */
export function inputsHash(root: string, { inputs, except }: Build): string {
  const hash = createHash("sha256");
  const paths = globSync([...inputs], { cwd: root }).filter(
    (path) => !except.test(path) && statSync(join(root, path)).isFile(),
  );
  for (const path of paths.toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path.replaceAll("\\", "/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Runs a build unless its output exists and was made from the same inputs. */
export async function buildOnce(root: string, build: Build, run: () => Promise<void>): Promise<"built" | "unchanged"> {
  const stamp = join(root, build.stamp);
  const inputs = inputsHash(root, build);
  if (existsSync(join(root, build.output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) {
    return "unchanged";
  }
  rmSync(stamp, { force: true });
  await run();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  return "built";
}
