import { NewerStoreError, SettingError } from "#/runtime/errors.ts";
import { SnapshotError } from "#/store/snapshot/snapshot-lines.ts";

/** Why a command did not do what it was asked; the message is for the person who ran it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A wrong command line; the command's help is printed with it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Runs a command and ends the process: 0 if it did its work, 2 for a wrong command line, else as its error says, 1 by default. */
export async function runCommand(help: string, work: (args: string[]) => Promise<string>): Promise<never> {
  // pnpm passes "--" on to the script.
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    process.stdout.write(`${await work(args)}\n`);
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError || isUnreadable(error)) {
      process.stderr.write(`${error.message}\n\n${help}`);
      process.exit(2);
    }
    const isExpected =
      error instanceof CommandError ||
      error instanceof SettingError ||
      error instanceof SnapshotError ||
      error instanceof NewerStoreError;
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(error instanceof CommandError ? error.exitCode : 1);
  }
}

/** Whether `parseArgs` of Node refuses the command line. */
function isUnreadable(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
