import type { RequestQuery } from "@dc/contract";
import { oneOf } from "#/ui/page/use-url-state.ts";

export const statusWords = {
  any: "Any status",
  ok: "Succeeded",
  failed: "Failed",
  "4xx": "4xx",
  "5xx": "5xx",
  "no-answer": "No answer",
  refused: "Refused, not sent",
  mixed: "Mixed indices",
} as const;
export const causeWords = {
  any: "By anyone",
  person: "By people",
  token: "By programs",
  work: "By background work",
  gateway: "By the gateway",
  probe: "By probes",
} as const;

export interface RequestSearch {
  path: string;
  status: keyof typeof statusWords;
  indexId: string;
  cause: keyof typeof causeWords;
  /** Whether new calls are polled. */
  following: boolean;
  opened: string | null;
}

export function requestSearch(params: URLSearchParams): RequestSearch {
  return {
    path: params.get("path") ?? "",
    status: oneOf(params.get("status"), ["any", "ok", "failed", "4xx", "5xx", "no-answer", "refused", "mixed"]),
    indexId: params.get("index") ?? "",
    cause: oneOf(params.get("cause"), ["any", "person", "token", "work", "gateway", "probe"]),
    following: params.get("follow") !== "no",
    opened: params.get("request"),
  };
}

/** The search as a query of the API. */
export function requestQueryOf({ path, status, indexId, cause }: RequestSearch): Omit<Partial<RequestQuery>, "limit"> {
  return {
    ...(path === "" ? {} : { path }),
    ...(status === "any" ? {} : { status }),
    ...(indexId === "" ? {} : { indexId }),
    ...(cause === "any" ? {} : { cause }),
  };
}
