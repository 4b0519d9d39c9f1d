import {
  ApiBodyTooLargeError,
  ApiCircuitOpenError,
  ApiConnectionError,
  ApiKeyEchoedError,
  ApiResponseError,
  ApiSchemaError,
  ApiTimeoutError,
} from "@dc/api-client";
import { expect, test } from "vitest";
import { toServiceFailure } from "./service-failure.ts";

const refused = (status: number) =>
  new ApiResponseError({
    status,
    reason: "other",
    code: "E1",
    words: "No",
    field: null,
    details: [],
    known: [],
    requestId: "r1",
    retryAfterMs: null,
  });

test.each<[string, Error, { code: string; didNothing: boolean; detail: RegExp }]>([
  ["a refusal", refused(422), { code: "service_refused", didNothing: true, detail: /refused/ }],
  ["a failure of the service", refused(503), { code: "service_refused", didNothing: false, detail: /refused|failed/ }],
  [
    "no answer in time",
    new ApiTimeoutError({ mayHaveArrived: true, deadlineMs: 10_000 }),
    { code: "service_timeout", didNothing: false, detail: /10 s/ },
  ],
  [
    "no connection in time",
    new ApiTimeoutError({ mayHaveArrived: false, deadlineMs: 500 }),
    { code: "service_timeout", didNothing: true, detail: /500 ms/ },
  ],
  [
    "a connection that was lost",
    new ApiConnectionError({ mayHaveArrived: true, code: "ECONNRESET" }),
    { code: "service_unreachable", didNothing: false, detail: /lost/ },
  ],
  [
    "a connection that was refused",
    new ApiConnectionError({ mayHaveArrived: false, code: "ECONNREFUSED" }),
    { code: "service_unreachable", didNothing: true, detail: /cannot be reached/ },
  ],
  [
    "an answer that does not fit",
    new ApiSchemaError([{ pointer: "/id", message: "must be a text" }], { status: 200 }),
    { code: "service_answer_invalid", didNothing: false, detail: /\/id/ },
  ],
  [
    "an answer that is too large",
    new ApiBodyTooLargeError(8 * 1024 * 1024),
    { code: "service_answer_invalid", didNothing: false, detail: /8 MiB/ },
  ],
  [
    "an answer with the key in it",
    new ApiKeyEchoedError({ status: 200 }),
    { code: "service_answer_invalid", didNothing: false, detail: /key/ },
  ],
  [
    "a pause after failures",
    new ApiCircuitOpenError(3_000),
    { code: "service_paused", didNothing: true, detail: /paused/ },
  ],
])("%s is told with its own code, and did something or certainly nothing", (_, error, { detail, ...told }) => {
  const failure = toServiceFailure(error);
  expect(failure).toMatchObject(told);
  expect(failure?.detail).toMatch(detail);
});

test("an error of our own is no failure of the service", () => {
  expect(toServiceFailure(new TypeError("x is undefined"))).toBeUndefined();
});
