import type { RequestListener } from "node:http";
import { bearerCheck } from "#/runtime/secrets.ts";
import type { Metrics } from "./metrics.ts";

export const METRICS_PATH = "/metrics";

/** Answers Prometheus. With a token only who sends it as Bearer is answered; without one, whoever reaches the port. */
export function metricsListener(metrics: Metrics, token: string | undefined): RequestListener {
  const isGiven = token === undefined ? () => true : bearerCheck(token);
  return (request, response) => {
    const answer = (status: number, contentType: string, text: string) => {
      response.writeHead(status, {
        "Content-Type": contentType,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
      });
      response.end(request.method === "HEAD" ? undefined : `${text}\n`);
    };
    if (!isGiven(request.headers.authorization))
      return answer(401, "text/plain", "The metrics need their token as Bearer.");
    if (request.method !== "GET" && request.method !== "HEAD")
      return answer(405, "text/plain", "Metrics can only be read.");
    if (request.url !== METRICS_PATH) return answer(404, "text/plain", `The metrics are at ${METRICS_PATH}.`);
    metrics.read().then(
      ({ contentType, text }) => answer(200, contentType, text.trimEnd()),
      () => answer(500, "text/plain", "The metrics could not be read."),
    );
  };
}
