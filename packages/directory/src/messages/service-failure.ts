import type { Json } from "#/json/json.ts";
import { type MessageOf, messageText } from "./message.ts";

/** Why a call to the service failed. */
export type ServiceFailureMessage = MessageOf<typeof texts>;

export function serviceFailureText(message: ServiceFailureMessage | Json): string {
  return messageText(texts, message);
}

type Cause = { cause: string | null };

const texts = {
  invalid: () => "The service rejected the request as not valid.",
  unauthorised: () => "The service did not accept the API key.",
  "standard-read-only": () => "The standard index cannot be changed.",
  forbidden: () => "The service does not allow this request.",
  "unknown-index": () => "The service does not know this index version, or it belongs to another key.",
  missing: () => "Not found in the service.",
  conflict: () => "The service reported a conflict with its current data.",
  "rate-limited": () => "The service received too many requests. Wait, then try again.",
  "service-failure": () => "The service reported an internal error.",
  other: () => "The service refused the request.",
  "answer-invalid": ({ pointer, problem }: { pointer: string; problem: string }) =>
    `The service's answer does not fit the profile: ${place(pointer, problem)}${problem}.`,
  "answer-too-large": ({ maxBytes }: { maxBytes: number }) =>
    `The service's answer is larger than the limit of ${size(maxBytes)}.`,
  "key-echoed": () => "The service's answer contains the API key and is not used. Tell the operator of the service.",
  paused: () => "Calls to the service are paused, because recent calls failed or the service asked to wait.",
  "calls-used-up": () =>
    "Not sent: as many calls were made as the request budget of the connection, or the service, allows in a minute.",
  "import-stopped": () => "Not read: the import that added it was stopped.",
  timeout: ({ deadlineMs }: { deadlineMs: number }) => `The service did not answer within ${duration(deadlineMs)}.`,
  "address-not-allowed": () =>
    "Not sent: the operator does not allow calls to where this address leads. The setting SERVICE_ADDRESSES lists what is allowed.",
  unreachable: ({ cause }: Cause) => `The service cannot be reached${inBrackets(cause)}.`,
  "connection-lost": ({ cause }: Cause) => `The connection to the service was lost${inBrackets(cause)}.`,
  "not-sent": ({ problem }: { problem: string }) => `Not sent: ${problem}.`,
} as const;

function place(pointer: string, problem: string): string {
  if (pointer !== "") return `${pointer}: `;
  return problem.startsWith("must ") ? "the body " : "";
}

function size(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}

function duration(ms: number): string {
  return ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`;
}

function inBrackets(cause: string | null): string {
  return cause === null ? "" : ` (${cause})`;
}
