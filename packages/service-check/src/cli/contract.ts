import { contractCommand } from "./contract-command.ts";

process.exitCode = await contractCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
