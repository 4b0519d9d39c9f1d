import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { CommandError } from "./command.ts";
import { readSecretKey, secretsFrom } from "#/runtime/secrets.ts";
import type { Settings } from "#/server/settings.ts";

/**
 * Asks the server that has the data directory open, as its operator. Throws a CommandError where it does not answer with
 * what was asked for; `what` names that.
 */
export async function askServer(settings: Settings, path: string, what: string): Promise<IncomingMessage> {
  const { operatorToken } = secretsFrom(settings.secretKey ?? readSecretKey(settings.dataDir));
  const host = settings.host === "0.0.0.0" ? "127.0.0.1" : settings.host === "::" ? "[::1]" : settings.host;
  const url = `http://${host}:${settings.port}${path}`;
  // Unlike fetch, this waits for the snapshot of a large store however long it takes.
  const asked = request(url, { method: "POST", headers: { Authorization: `Bearer ${operatorToken}` } });
  asked.end();
  const answer = await once(asked, "response").then(
    ([response]: IncomingMessage[]) => response,
    (error: unknown) => {
      throw new CommandError(
        `The server that has ${settings.dataDir} does not answer at ${url}. Set HOST and PORT as it has them.`,
        { cause: error },
      );
    },
  );
  if (answer === undefined) throw new CommandError(`The server at ${url} gave no ${what}.`);
  if (answer.statusCode === 500) throw new CommandError((await text(answer)).trim());
  if (answer.statusCode !== 200)
    throw new CommandError(
      `The server at ${url} gave no ${what} (${answer.statusCode}). Is it the one that has ${settings.dataDir}?`,
    );
  return answer;
}
