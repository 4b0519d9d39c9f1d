import { profileCheckCommand } from "./profile-check-command.ts";

process.exitCode = await profileCheckCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
