import { REPLAYED_HEADER } from "#/routes/idempotency.ts";
import type { Store } from "#/store/engine/database.ts";

/** What changes nothing that is kept: it reads, begins what another request ends, or may find everything as asked. */
const unjournalled = [
  /^POST .*\/(?:account\/identity-provider|passkeys?\/options|account\/second-factor|session\/identity-provider) 20[01]$/,
  /^POST .*\/(?:connections\/test|patients\/find|profile\/check|change-imports\/preview|sheet-text|join\/account|statements\/(?:preview|reach|named)) 200$/,
  /^POST \/api\/v1\/session 202$/,
  /^(?:PUT|DELETE) .*\/(?:page-visits\/\w+|statements\/kept) 20[04]$/,
  // Nothing where it is kept so already.
  /^PUT .*\/column-mappings 204$/,
  // Until when somebody has looked, and what they put off, is theirs alone.
  /^PUT .*\/inbox\/(?:seen|put-off|take-up) 204$/,
  // Asks for another reading, where it does not say what a person found.
  /^POST .*\/changes\/\w+\/settle 200$/,
  /^POST .*\/change-sets(?:\/\w+\/retry)? 200$/,
  /^DELETE .*\/account\/sessions 204$/,
  /^POST .*\/changes 201$/,
];

/**
 * Throws unless the journal has an entry of a request that changed something, and none twice. The answer is there already, so
 * that an entry written after it would be missed.
 */
export async function expectJournalled({ db }: Store, request: Request, answer: Response): Promise<void> {
  const isRepeated = answer.headers.has(REPLAYED_HEADER);
  if (["GET", "HEAD", "OPTIONS"].includes(request.method) || !answer.ok || isRepeated) return;
  const what = `${request.method} ${new URL(request.url).pathname} ${answer.status}`;
  const entries = await db
    .selectFrom("journal")
    .select(["action", "subject", "message"])
    .where("request_id", "=", answer.headers.get("X-Request-Id"))
    .execute();
  if (entries.length === 0 && !unjournalled.some((pattern) => pattern.test(what)))
    throw new Error(`${what} left no entry in the journal.`);
  // Each step of an act in steps has an entry of its own, which says how far it came.
  const stepOf = (message: object) =>
    "params" in message && typeof message.params === "object" && message.params !== null && "done" in message.params
      ? ` ${String(message.params.done)}`
      : "";
  const lines = entries.map(
    ({ action, subject, message }) => `${action} ${subject}${message === null ? "" : stepOf(message)}`,
  );
  if (new Set(lines).size < lines.length) throw new Error(`${what} is in the journal twice: ${lines.join(", ")}`);
}
