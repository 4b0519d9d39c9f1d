import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import type { SendOutcome } from "#/writes/outcome.ts";
import { sendOnce } from "#/writes/send-once.ts";
import { optionalText, requiredText } from "./parts.ts";

/** A created index version. */
export interface IndexVersion {
  readonly id: string;
  readonly name: string | null;
}

/** Index versions of the developer. */
export interface IndexVersions {
  create(input: { readonly name: string }, options?: CallOptions): Promise<SendOutcome<IndexVersion>>;
}

/** Creates index versions; an answer without an id of the right prefix is no proof of one, and unknown. */
export function createIndexVersions(exchange: Exchange): IndexVersions {
  const { answers, indexes } = exchange.profile.data;
  const parts = answers.indexVersion;
  return {
    async create({ name }, options = {}) {
      const result = await sendOnce(exchange, "createIndexVersion", { name }, null, options, (raw) => ({
        id: requiredText(raw, parts.id),
        name: optionalText(raw, parts.name),
      }));
      const isOdd =
        result.outcome === "done" &&
        (!result.value.id.startsWith(indexes.prefix) || result.value.id === indexes.standard);
      return isOdd
        ? { outcome: "unknown", why: "unreadable-answer", status: result.status, requestId: result.requestId }
        : result;
    },
  };
}
