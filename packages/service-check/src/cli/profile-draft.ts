import { profileDraftCommand } from "./profile-draft-command.ts";

process.exitCode = profileDraftCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
