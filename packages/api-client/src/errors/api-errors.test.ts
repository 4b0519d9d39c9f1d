import { expect, it } from "vitest";
import { ApiBodyTooLargeError, ApiSchemaError, ApiTimeoutError } from "./api-errors.ts";

it.each([
  [
    new ApiSchemaError([{ pointer: "/name", message: "must be text" }]),
    "The service's answer does not fit the profile: /name: must be text",
  ],
  [
    new ApiSchemaError([{ pointer: "", message: "the body is not JSON" }]),
    "The service's answer does not fit the profile: the body is not JSON",
  ],
  [
    new ApiSchemaError([{ pointer: "", message: "must be an object" }]),
    "The service's answer does not fit the profile: the body must be an object",
  ],
  [new ApiBodyTooLargeError(4 * 1024 * 1024), "The service's answer is larger than the limit of 4 MiB"],
  [new ApiBodyTooLargeError(100), "The service's answer is larger than the limit of 100 bytes"],
  [new ApiTimeoutError({ mayHaveArrived: true, deadlineMs: 10_000 }), "The service did not answer within 10 s"],
  [new ApiTimeoutError({ mayHaveArrived: true, deadlineMs: 250 }), "The service did not answer within 250 ms"],
])("a failed call is told in words that a person reads once: %s", (error, words) => {
  expect(error.message).toBe(words);
});
