import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 2 ** 30;
const RUN = /^directory-console-tests-(\d+)$/;

/**
 * Has the temporary files of a run of tests in memory, where there is room. A store is a thousand files: a file system of a disk
 * takes longer to make and delete them than a server takes to start.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !existsSync(MEMORY)) return;
  const remove = (name: string) => rmSync(`${MEMORY}/${name}`, { recursive: true, force: true });
  // Those of runs that were killed.
  for (const name of readdirSync(MEMORY)) {
    const run = RUN.exec(name)?.[1];
    if (run !== undefined && !existsSync(`/proc/${run}`)) remove(name);
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return;
  const own = `directory-console-tests-${process.pid}`;
  process.env["TMPDIR"] = `${MEMORY}/${own}`;
  mkdirSync(process.env["TMPDIR"], { recursive: true });
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(process.env["TMPDIR"], 0o711);
  process.once("exit", () => remove(own));
}
