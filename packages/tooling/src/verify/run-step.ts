import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { repositoryRoot } from "#/verify/repository.ts";

/** One check. `run` returns what is wrong, in words for a person; an empty text means that it passed. */
export interface Step {
  name: string;
  run: () => Promise<string>;
}

export interface StepCount {
  passed: number;
  failed: number;
  failures: { name: string; reason: string }[];
}

/** A step that runs an installed command in the repository; it fails if the command does, with the command's output. */
export function commandStep(name: string, command: string, args: string[]): Step {
  return { name, run: () => commandOutput(command, args) };
}

function commandOutput(command: string, args: string[]): Promise<string> {
  const windows = process.platform === "win32";
  const binary = join(repositoryRoot, "node_modules", ".bin", windows ? `${command}.cmd` : command);
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return new Promise((settle) => {
    const child = spawn(binary, args, {
      cwd: repositoryRoot,
      stdio: ["ignore", "pipe", "pipe"],
      shell: windows,
      env: { ...process.env, PATH: path, FORCE_COLOR: "0" },
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", (error) => settle(`${command} could not be run: ${error.message}`));
    child.once("close", (code) => {
      const output = Buffer.concat(chunks).toString("utf8").trim();
      settle(code === 0 ? "" : output || `${command} ended with ${code}`);
    });
  });
}

/** Runs the steps, a few at a time, with one line for each; the output of a failed step is printed below its line. */
export async function runSteps(steps: readonly Step[], atOnce = 2): Promise<StepCount> {
  const count: StepCount = { passed: 0, failed: 0, failures: [] };
  const queue = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const since = performance.now();
      const wrong = await step.run().catch((error: unknown) => String(error));
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      console.log(`${wrong === "" ? "✓" : "✗"} ${step.name} (${seconds} s)`);
      if (wrong !== "") {
        console.log(wrong.replace(/^/gm, "    "));
        count.failures.push({ name: step.name, reason: wrong });
      }
      count[wrong === "" ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
}
