import { z } from "zod";

/** The closed list of codes that `/api/v1` answers with. */
export const ErrorCode = z.enum([
  "invalid_request",
  "not_signed_in",
  "invalid_token",
  "sign_in_failed",
  "too_many_attempts",
  "set_up_done",
  "forbidden",
  "insufficient_scope",
  "cross_site",
  "not_found",
  "gone",
  "method_not_allowed",
  "conflict",
  "version_mismatch",
  "moved_since_seen",
  "ground_not_read",
  "approval_required",
  "set_empty",
  "set_ended",
  "in_progress",
  "wrong_state",
  "already_exists",
  "outcome_unknown",
  "standard_index_read_only",
  "cannot_encode",
  "body_too_large",
  "unsupported_media_type",
  "identity_provider_unreachable",
  "service_unreachable",
  "service_timeout",
  "service_refused",
  "service_answer_invalid",
  "service_paused",
  "store_unavailable",
  "store_full",
  "store_read_only",
  "internal",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const FieldError = z
  .strictObject({
    pointer: z.string().describe("JSON Pointer into the body, `?name` of a query parameter, or the name of a header"),
    detail: z.string().describe("What is wrong and what would be right"),
  })
  .meta({ id: "FieldError" });
export type FieldError = z.infer<typeof FieldError>;

/** One of several reasons that the service gave. */
const ServiceDetail = z
  .strictObject({
    field: z.string().nullable().describe("What the service says it is about, in its own spelling"),
    words: z.string().nullable(),
    code: z.string().nullable(),
  })
  .meta({ id: "ServiceDetail" });

/** The service's own error, beside our code, if the failure comes from the service. */
export const ServiceWords = z
  .strictObject({
    status: z.int().nullable(),
    code: z.string().nullable(),
    message: z.string().nullable(),
    requestId: z.string().nullable(),
    details: z
      .array(ServiceDetail)
      .optional()
      .describe("Every single reason that the service listed, at most 20; missing where it listed none"),
  })
  .meta({ id: "ServiceWords" });
export type ServiceWords = z.infer<typeof ServiceWords>;

/** A referrer that has the name which another one was to get. */
const ExistingReferrer = z
  .strictObject({ id: z.string(), name: z.string(), practitionerId: z.string().nullable(), contact: z.string() })
  .meta({ id: "ExistingReferrer" });
export type ExistingReferrer = z.infer<typeof ExistingReferrer>;

/** `application/problem+json` (RFC 9457) with our extensions. */
export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: ErrorCode,
    requestId: z.string(),
    errors: z.array(FieldError).optional(),
    service: ServiceWords.optional(),
    existing: z
      .array(ExistingReferrer)
      .optional()
      .describe(
        "With code `already_exists` about the name of a referrer: those of this name that the caller sees, at most 20; choose one by its id, or repeat the request with `createAnother`",
      ),
    moved: z
      .array(z.strictObject({ changeId: z.string(), detail: z.string() }))
      .optional()
      .describe("With code `moved_since_seen` or `ground_not_read`: the changes that it is about, at most 100"),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "With code `version_mismatch` of an edit: what it says now, with its version, as a GET of it answers whoever edited it",
      ),
    movedTo: z.string().optional().describe("With code `gone`: the address that took the place of this one"),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
