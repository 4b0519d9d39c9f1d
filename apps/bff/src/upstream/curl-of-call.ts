import { toCurl, type RequestDescription, type ServiceProfile } from "@dc/api-client";
import type { Service } from "./service.ts";

/** A call, from the request log or a reading. */
export interface ToldCall {
  method: string;
  path: string;
  indexId: string | null;
  /** The profile's operation; null for a call that the profile does not know. */
  operation: string | null;
}

const methods: readonly RequestDescription["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Whether a call sends a body: as its operation says; for unknown ones as is usual for the method. */
export function sendsBody({ profile }: Service, { method, operation: name }: ToldCall): boolean {
  const operation = operationNamed(profile, name);
  return operation === undefined ? !["GET", "DELETE"].includes(methodOf(method)) : operation.body !== undefined;
}

/** A call as a curl command, with placeholders for the key and the body, since neither is stored. */
export function curlOfCall(
  service: Service,
  { baseUrl, apiVersion }: { baseUrl: string; apiVersion: string },
  call: ToldCall,
  between?: string,
): string {
  const { profile } = service;
  const { headers } = profile.data;
  const takesIndex = operationNamed(profile, call.operation)?.takesIndex ?? true;
  const hasBody = sendsBody(service, call);
  return toCurl(
    profile,
    baseUrl,
    {
      method: methodOf(call.method),
      path: call.path,
      headers: {
        accept: "application/json",
        [headers.apiVersion.name]: apiVersion,
        ...(call.indexId === null || !takesIndex ? {} : { [headers.index.name]: call.indexId }),
        ...(hasBody ? { "content-type": "application/json" } : {}),
      },
      body: hasBody ? "<BODY>" : null,
    },
    between,
  );
}

function methodOf(method: string): RequestDescription["method"] {
  return methods.find((name) => name === method) ?? "GET";
}

function operationNamed({ data: { operations } }: ServiceProfile, name: string | null) {
  return name !== null && Object.hasOwn(operations, name) ? operations[name] : undefined;
}
