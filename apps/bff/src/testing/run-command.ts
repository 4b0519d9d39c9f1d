import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SERVICE_KEY } from "./server-process.ts";

/** Runs a command of the build as a process of its own, with these settings beside those of a service that does not answer. */
export async function runCommandProcess(command: string, args: string[], env: { [name: string]: string }) {
  const script = fileURLToPath(new URL(`../../dist/${command}.js`, import.meta.url));
  const service = { SERVICE_BASE_URL: "http://127.0.0.1:9", SERVICE_API_KEY: SERVICE_KEY };
  return await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH: process.env["PATH"] ?? "", ...service, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
