import { CommandError, runCommand, UsageError } from "./command.ts";
import { hasStore, openStore, shownAddress, storeAddress } from "./store-address.ts";
import { makeOperatorLink } from "#/operations/people/make-operator-link.ts";
import { newId } from "#/runtime/new-id.ts";
import { readSettings } from "#/server/settings.ts";

const help = `pnpm sign-in-link E-MAIL

Prints a one-time link with which somebody who has an account chooses a new password, as an administrator makes it under
People: for an administrator whom no other one can help. Using it ends their sessions, passkeys and second factor. Needs the
server's settings; the server of a data directory is stopped first.
`;

await runCommand(help, async (args) => {
  const [email, ...more] = args;
  if (email === undefined || more.length > 0) throw new UsageError("Name one e-mail address.");
  const { databaseUrl, dataDir, publicUrl, host, port } = readSettings(process.env);
  const address = storeAddress(databaseUrl ?? dataDir);
  if (!hasStore(address)) throw new CommandError(`${shownAddress(address)} has no store.`);
  const store = await openStore(address);
  try {
    const link = await makeOperatorLink(store.db, { clock: { now: () => new Date() }, newId }, email);
    if (link === undefined) throw new CommandError(`Nobody who may sign in has the address ${email}.`);
    const origin = publicUrl ?? `http://${host}:${port}`;
    return `Until ${link.expiresAt.toISOString()}, and once, this lets ${link.name} choose a new password:\n${origin}/join#${link.secret}`;
  } finally {
    await store.close();
  }
});
