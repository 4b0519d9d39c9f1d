import { curlOf, type RequestDescription } from "@dc/api-client";
import type { Service } from "./service.ts";

const methods: readonly RequestDescription["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A call that was logged, as curl: with placeholders for the key and for the body, neither of which is kept. */
export function curlOfCall(
  { profile }: Service,
  { baseUrl, apiVersion }: { baseUrl: string; apiVersion: string },
  { method, path, indexId }: { method: string; path: string; indexId: string | null },
): string {
  const { headers } = profile.data;
  const known = methods.find((name) => name === method) ?? "GET";
  const command = curlOf(profile, baseUrl, {
    method: known,
    path,
    headers: {
      accept: "application/json",
      [headers.apiVersion.name]: apiVersion,
      ...(indexId === null ? {} : { [headers.index.name]: indexId }),
      ...(known === "GET" ? {} : { "content-type": "application/json" }),
    },
    body: null,
  });
  return known === "GET" ? command : `${command} \\\n  -d '<BODY>'`;
}
