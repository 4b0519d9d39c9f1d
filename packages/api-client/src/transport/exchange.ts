import { ApiResponseError, ApiSchemaError } from "#/errors/api-errors.ts";
import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import type { Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { patientOperations } from "#/profile/operation-names.ts";
import type { ServiceProfile } from "#/profile/profile.ts";
import type { OperationData } from "#/profile/schema/profile-schema.ts";
import type { TemplateValues } from "#/profile/template.ts";
import {
  bodyText,
  buildRequest,
  composeCredential,
  joinPath,
  shownPath,
  type RequestDescription,
} from "./build-request.ts";
import type { Answer, Caller } from "./caller.ts";
import type { Clock } from "./clock.ts";
import { startDeadline } from "./deadline.ts";
import { readRefusal } from "./read-refusal.ts";
import { headerOf, isJsonType } from "./transport.ts";

/** What one may say about any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  /** What the call is for, shown in the request log. */
  readonly cause?: string;
}

/** A read answer, checked and parsed. */
export interface ReadAnswer extends Answer {
  /** The resource or the list, out of its envelope. */
  readonly resource: Json;
  /** The whole parsed body. */
  readonly json: Json;
  readonly text: string;
}

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly clock: Clock;
  readonly profile: ServiceProfile;
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiVersion: string;
  readonly readDeadlineMs: number;
  readonly writeDeadlineMs: number;
  readonly maxBytes: number;
}

/** Runs operations of the profile. */
export interface Exchange {
  readonly profile: ServiceProfile;
  operation(name: string): OperationData | null;
  describe(name: string, values: TemplateValues, index: string | null): RequestDescription;
  /** True when a request would leave with one index header, and this index in it, its credential included. */
  namesIndex(request: RequestDescription, index: string): boolean;
  /** Sends an operation; any status is an answer. */
  answer(
    name: string,
    values: TemplateValues,
    index: string | null,
    options: CallOptions,
    query?: URLSearchParams,
  ): Promise<Answer>;
  /** Runs several calls under one deadline, where the options name one; otherwise each call has its own. */
  together<T>(options: CallOptions, run: (options: CallOptions) => Promise<T>): Promise<T>;
  /** Sends a reading operation; throws ApiResponseError or ApiSchemaError for anything but a fit answer. */
  read(
    name: string,
    values: TemplateValues,
    index: string | null,
    options: CallOptions,
    query?: URLSearchParams,
  ): Promise<ReadAnswer>;
}

/** Checks a success: status, content type, JSON, envelope. */
export function readSuccess(operation: OperationData, answer: Answer): ReadAnswer {
  const { response, requestId } = answer;
  const schemaError = (pointer: string, message: string) =>
    new ApiSchemaError([{ pointer, message }], { status: response.status, requestId });
  if (!operation.success.includes(response.status))
    throw schemaError("", `status ${String(response.status)} is not a success of this operation`);
  const contentType = headerOf(response, "content-type");
  if (response.body.byteLength > 0 && (contentType === null || !isJsonType(contentType)))
    throw schemaError("", "the content type is not JSON");
  const read = readJson(response.body);
  if ("problem" in read) throw schemaError("", read.problem);
  const resource = valueAt(read.value, operation.resource);
  if (resource === undefined) throw schemaError(operation.resource, "must be present");
  return { ...answer, resource, json: read.value, text: read.text };
}

/** Makes the exchange; the key stays in its closure and appears in nothing that it gives. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { profile, caller } = options;
  const base = new URL(options.baseUrl);
  if (
    base.username !== "" ||
    base.password !== "" ||
    base.search !== "" ||
    base.hash !== "" ||
    !/^https?:$/.test(base.protocol)
  ) {
    throw new InvalidCallError("the base URL must be http or https, without user, query and fragment");
  }
  const prefix = base.pathname.replace(/\/+$/, "");
  const credential = composeCredential(profile, options.apiKey);

  function operation(name: string): OperationData | null {
    return Object.hasOwn(profile.data.operations, name) ? (profile.data.operations[name] ?? null) : null;
  }

  function known(name: string): OperationData {
    const spelling = operation(name);
    if (spelling === null) throw new InvalidCallError(`the profile has no operation ${name}`);
    return spelling;
  }

  function describe(name: string, values: TemplateValues, index: string | null): RequestDescription {
    return buildRequest(profile, name, known(name), values, index, options.apiVersion);
  }

  async function answer(
    name: string,
    values: TemplateValues,
    index: string | null,
    call: CallOptions,
    query?: URLSearchParams,
  ): Promise<Answer> {
    const spelled = known(name);
    const request = describe(name, values, index);
    const path = query === undefined ? request.path : joinPath(request.path.split("?")[0] ?? "", query);
    return caller.call({
      operation: name,
      template: spelled.path,
      method: request.method,
      origin: base.origin,
      path: `${prefix}${path}`,
      shownPath: shownPath(
        { ...spelled, private: spelled.private || patientOperations.has(name) },
        { ...request, path },
      ),
      index: spelled.takesIndex ? index : null,
      headers: { ...request.headers, ...credential },
      body: bodyText(request.body, values),
      deadlineMs: call.deadlineMs ?? (request.method === "GET" ? options.readDeadlineMs : options.writeDeadlineMs),
      maxBytes: options.maxBytes,
      signal: call.signal ?? null,
      cause: call.cause ?? null,
    });
  }

  return {
    profile,
    operation,
    describe,
    namesIndex({ headers }, index) {
      const name = profile.data.headers.index.name.toLowerCase();
      const sent = Object.entries({ ...headers, ...credential }).filter(([header]) => header.toLowerCase() === name);
      return sent.length === 1 && sent[0]?.[1] === index;
    },
    answer,
    async together(call, run) {
      if (call.deadlineMs === undefined) return run(call);
      const deadline = startDeadline(options.clock, call.deadlineMs, call.signal ?? null);
      try {
        return await run({ ...call, signal: deadline.signal });
      } finally {
        deadline.end();
      }
    },
    async read(name, values, index, call, query) {
      const got = await answer(name, values, index, call, query);
      const { status } = got.response;
      if (status < 200 || status > 299) throw new ApiResponseError(readRefusal(profile, got));
      return readSuccess(known(name), got);
    },
  };
}
