import { z } from "zod";
import { IndexId, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";

/** What made the console call the service. */
export const RequestCause = z
  .strictObject({
    kind: z.enum(["person", "token", "work", "gateway", "probe"]),
    name: z
      .string()
      .describe(
        "The name of the person or of the token, the kind of background work, or the name of the gateway's token",
      ),
    id: z.string().nullable().describe("The console's own request or run that the call belongs to"),
  })
  .meta({ id: "RequestCause" });
export type RequestCause = z.infer<typeof RequestCause>;

export const RequestOutcome = z
  .enum(["answered", "connection", "timeout", "too-large", "key-echoed", "aborted", "paused", "refused", "not-kept"])
  .describe(
    "How it ended; `key-echoed`: the answer contained the key of the service and was not used; `refused`: the console refused it and sent nothing; `not-kept`: one line for calls that were not logged",
  );
export type RequestOutcome = z.infer<typeof RequestOutcome>;

/** One attempt of a call to the service. It contains neither the key nor the bodies. */
export const ServiceRequest = z
  .strictObject({
    id: z.string(),
    at: Timestamp,
    method: z.string(),
    operation: z.string().nullable().describe("The profile's operation; null for a path that it does not know"),
    path: z.string().describe("Path and query as sent, with patients' data masked"),
    indexId: IndexId.nullable().describe("The index that the request named; null where it named none"),
    outcome: RequestOutcome,
    status: z.int().nullable(),
    durationMs: z.int(),
    attempt: z.int(),
    calls: z.int().describe("1, or the number of dropped calls if the outcome is `not-kept`"),
    serviceRequestId: z.string().nullable(),
    cause: RequestCause,
    mixed: z
      .strictObject({ path: z.string(), indexId: IndexId })
      .nullable()
      .describe("Where the record that refers to this one was read, when that was another index only"),
    sendsBody: z.boolean().describe("Whether a call of this operation has a body, which is never logged"),
    curl: z.string().describe("The request as a command, with placeholders for the key and the body"),
  })
  .meta({ id: "ServiceRequest" });
export type ServiceRequest = z.infer<typeof ServiceRequest>;

export const RequestQuery = PageQuery.extend({
  path: z.string().max(maxLength.search).optional().describe("Part of the path"),
  status: z
    .union([
      z.enum(["ok", "failed", "no-answer", "refused", "mixed"]),
      z.string().regex(/^[1-5](?:xx|\d\d)$/, "must be a status such as 404, or a class of them such as 4xx"),
    ])
    .optional()
    .describe(
      "A status, a class of them, or how it ended; `mixed`: a record that was read in another index than the one that refers to it",
    ),
  indexId: z
    .union([z.literal("none"), IndexId])
    .optional()
    .describe("Only calls that named this index; `none`: no index"),
  cause: RequestCause.shape.kind.optional().describe("What made the console call the service"),
});
export type RequestQuery = z.infer<typeof RequestQuery>;
export const RequestPage = pageOf(ServiceRequest).meta({ id: "RequestPage" });
export type RequestPage = z.infer<typeof RequestPage>;
