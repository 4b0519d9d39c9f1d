/** The error code of a request that was never sent, by what kept it. */
export const notSentCodes = {
  unreachable: "service_unreachable",
  paused: "service_paused",
  timeout: "service_timeout",
  "standard-index": "service_refused",
  "index-not-named": "service_refused",
} as const;
