import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** What SQLite says where another process has the lock. */
const SQLITE_BUSY = 5;
const LOOK_EVERY_MS = 50;

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

/** Runs a build unless its output exists and was made from the same inputs, one process after the other. */
export async function buildOnce(root: string, build: Build, run: () => Promise<void>): Promise<"built" | "unchanged"> {
  if (isBuilt(root, build, inputsHash(root, build))) return "unchanged";
  const stamp = join(root, build.stamp);
  mkdirSync(dirname(stamp), { recursive: true });
  using _ = await lockBuild(`${stamp}.lock`);
  const inputs = inputsHash(root, build);
  if (isBuilt(root, build, inputs)) return "unchanged";
  rmSync(stamp, { force: true });
  await run();
  writeFileSync(stamp, inputs);
  return "built";
}

function isBuilt(root: string, { output, stamp }: Build, inputs: string): boolean {
  const file = join(root, stamp);
  return existsSync(join(root, output)) && existsSync(file) && readFileSync(file, "utf8") === inputs;
}

/** Waits until no other process holds the lock; it ends with the process, however that ends. */
async function lockBuild(path: string): Promise<Disposable> {
  for (;;) {
    const lock = new DatabaseSync(path, { timeout: 0 });
    try {
      lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return { [Symbol.dispose]: () => lock.close() };
    } catch (error) {
      lock.close();
      if (!isLocked(error)) throw error;
      await wait(LOOK_EVERY_MS);
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
