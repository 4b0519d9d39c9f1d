import { readdirSync, readFileSync } from "node:fs";

/** Processor time in ms of all threads of a process. Only Linux reports it for another process. */
export function cpuMsOf(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

/** The resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`The system does not say what process ${pid} holds in memory.`);
  return Number(kibibytes) / 1024;
}
