import { ApiSchemaError } from "#/errors/api-errors.ts";
import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import type { Json } from "#/json/json.ts";
import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import type { SendOutcome } from "#/writes/outcome.ts";
import { sendOnce } from "#/writes/send-once.ts";
import { readPages } from "./list-all.ts";
import { optionalText, requiredText } from "./parts.ts";

/** An index version as the service tells of it. */
export interface IndexVersion {
  readonly id: string;
  readonly name: string | null;
}

/** How a list is read. */
export interface ListOptions extends CallOptions {
  /**
   * Reads a list of several pages twice, and throws ApiSchemaError where the two differ: what changes its page while the
   * list is read is missing otherwise.
   */
  readonly steady?: boolean;
}

/** Index versions of the developer. What reads throws ApiResponseError, ApiSchemaError and the other errors of a call. */
export interface IndexVersions {
  create(input: { readonly name: string }, options?: CallOptions): Promise<SendOutcome<IndexVersion>>;
  /** One index version; null where the profile has no operation for it. */
  read(id: string, options?: CallOptions): Promise<IndexVersion | null>;
  /** All of them, each once, with the standard and the test index where the service lists them; null where they cannot be listed. */
  list(options?: ListOptions): Promise<readonly IndexVersion[] | null>;
}

/** Creates, reads and lists index versions; a created one without an id of the right prefix is no proof of one, and unknown. */
export function createIndexVersions(exchange: Exchange): IndexVersions {
  const { answers, indexes } = exchange.profile.data;
  const parts = answers.indexVersion;
  const decode = (raw: Json): IndexVersion => ({
    id: requiredText(raw, parts.id),
    name: optionalText(raw, parts.name),
  });
  const isGiven = (id: string) => id === indexes.standard || id === indexes.test;
  const canBe = (id: string) => id.startsWith(indexes.prefix) || isGiven(id);
  async function readList(options: CallOptions) {
    const { entries, pages } = await readPages(exchange, "listIndexVersions", {}, null, options);
    const listed = entries.map((raw, position) => {
      const version = decode(raw);
      if (!canBe(version.id))
        throw new ApiSchemaError([
          {
            pointer: `/${String(position)}${parts.id.at}`,
            message: `must be an id that starts with "${indexes.prefix}"`,
          },
        ]);
      return version;
    });
    return { versions: [...new Map(listed.map((version) => [version.id, version])).values()], pages };
  }
  return {
    async create({ name }, options = {}) {
      const result = await sendOnce(exchange, "createIndexVersion", { name }, null, options, (raw) => decode(raw));
      const isOdd =
        result.outcome === "done" &&
        (!result.value.id.startsWith(indexes.prefix) || result.value.id === indexes.standard);
      return isOdd
        ? { outcome: "unknown", why: "unreadable-answer", status: result.status, requestId: result.requestId }
        : result;
    },
    async read(id, options = {}) {
      if (!canBe(id)) throw new InvalidCallError("this cannot be the id of an index version");
      if (exchange.operation("readIndexVersion") === null) return null;
      const answer = await exchange.read("readIndexVersion", { id }, null, options);
      const read = decode(answer.resource);
      if (read.id !== id)
        throw new ApiSchemaError([{ pointer: parts.id.at, message: "must be the id that was asked for" }], {
          status: answer.response.status,
          requestId: answer.requestId,
        });
      return read;
    },
    async list({ steady = false, ...options } = {}) {
      if (exchange.operation("listIndexVersions") === null) return null;
      return exchange.together(options, async (within) => {
        const { versions, pages } = await readList(within);
        if (!steady || pages < 2) return versions;
        const again = await readList(within);
        const ids = new Set(versions.map(({ id }) => id));
        if (again.versions.length !== ids.size || again.versions.some(({ id }) => !ids.has(id)))
          throw new ApiSchemaError([{ pointer: "", message: "the list changed while it was read" }]);
        return again.versions;
      });
    },
  };
}
