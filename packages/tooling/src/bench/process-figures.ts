import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor that all threads of a process have used. Linux alone tells it of another process. */
export function cpuMsOf(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

/** What a process holds in memory, in MiB. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`The system does not say what process ${pid} holds in memory.`);
  return Number(kibibytes) / 1024;
}
