import {
  ApiConnectionError,
  ApiError,
  bodyText,
  composeCredential,
  createCaller,
  createExchange,
  joinPath,
  patientOperations,
  readJson,
  readRefusal,
  shownPath,
  valueAt,
  type Answer,
  type CallReport,
  type Clock,
  type Exchange,
  type Json,
  type Redactor,
  type ServiceProfile,
  type ServiceWords,
  type TemplateValues,
  type Transport,
  type TransportResponse,
} from "@dc/api-client";
import { createPacedCaller } from "./paced-caller.ts";

/** The credential that a probe sends. */
export type ProbeIdentity = "own" | "other" | "wrong" | "none";

/** One request of a check. */
export interface ProbeRequest {
  readonly operation: string;
  readonly values: TemplateValues;
  readonly index?: string | null;
  readonly identity?: ProbeIdentity;
  /** Null leaves the header out. */
  readonly apiVersion?: string | null;
  /** Replaces the query of the operation. */
  readonly query?: URLSearchParams;
}

/** One request and its answer, fit to be shown: no key, no patients' data, no id that changes from run to run. */
export interface ShownExchange {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The index that the request named; null when it carried no index header. */
  readonly index: string | null;
  /** What was done differently on purpose, such as leaving a header out. */
  readonly variant: string | null;
  readonly requestBody: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly answer: string | null;
}

/** The answer to a probe; every status is an answer. */
export interface ProbeResult {
  readonly shown: ShownExchange;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True for a status that the profile counts as success, with a readable body. */
  readonly isSuccess: boolean;
  /** True for any 2xx status: the service did not refuse. */
  readonly isAccepted: boolean;
  readonly body: Json | undefined;
  /** What the body has where the operation keeps its resource. */
  readonly resource: Json | undefined;
  readonly words: ServiceWords | null;
  readonly failure: string | null;
  /** The code of the connection that failed, such as ECONNREFUSED. */
  readonly connectionCode?: string | null;
  /** Why the answer says nothing of the interface or the profile: the service put the call off, failed or did not answer. */
  readonly undecided: string | null;
}

/** An answer with which the service put a call off, and when it came. */
export interface PutOff {
  readonly response: TransportResponse;
  readonly calledAt: number;
}

/** Sends requests of checks, one at a time. */
export interface Probe {
  readonly exchange: Exchange;
  /** The answers with which the service put a call off. */
  readonly putOff: readonly PutOff[];
  send(call: ProbeRequest): Promise<ProbeResult>;
}

/** What a probe is made of. */
export interface ProbeOptions {
  readonly profile: ServiceProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly otherKey: string | null;
  readonly apiVersion: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** How long the run waits for a service that puts it off, all waits together. */
  readonly waitMs: number;
  readonly redactor: Redactor;
  readonly onCall: ((report: CallReport) => void) | null;
}

const longestAnswer = 1_500;
const notShown = "(not shown: patients' data)";

const variants: Readonly<Record<ProbeIdentity, string | null>> = {
  own: null,
  other: "with the other key",
  wrong: "with an unknown key",
  none: "without the credential",
};

function credentialOf(options: ProbeOptions, identity: ProbeIdentity): Readonly<Record<string, string>> {
  const { profile } = options;
  if (identity === "none") return {};
  const key =
    identity === "wrong" ? "no-key-of-this-service" : identity === "other" ? options.otherKey : options.apiKey;
  return composeCredential(profile, key ?? "");
}

function cut(text: string): string {
  return text.length > longestAnswer ? `${text.slice(0, longestAnswer)}… (${String(text.length)} characters)` : text;
}

const outageStatuses = new Set([500, 502, 503, 504]);

function undecidedBy(status: number, reason: ServiceWords["reason"] | null): string | null {
  if (status === 429 || reason === "rate-limited")
    return `the service limits the number of requests (${String(status)})`;
  return outageStatuses.has(status) ? `the service failed (${String(status)})` : null;
}

/** Makes a probe, which keeps to the pace that the service asks for. A write is sent again only where the service put it off. */
export function createProbe(options: ProbeOptions): Probe {
  const { profile, redactor } = options;
  const base = new URL(options.baseUrl);
  const putOff: PutOff[] = [];
  const inner = createCaller({
    clock: options.clock,
    transport: {
      close: () => options.transport.close(),
      async send(request) {
        const response = await options.transport.send(request);
        if (response.status === 429) putOff.push({ response, calledAt: options.clock.now() });
        return response;
      },
    },
    retryable: profile.data.retryable.filter((status) => status === 429 || status === 503),
    waits: profile.data.waits ?? null,
    requestIdHeader: profile.data.headers.requestId?.name ?? null,
    random: () => 0,
    onCall: options.onCall,
  });
  const caller = createPacedCaller(inner, options);
  const exchange = createExchange({
    clock: options.clock,
    profile,
    caller: inner,
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    apiVersion: options.apiVersion,
    readDeadlineMs: 15_000,
    writeDeadlineMs: 30_000,
    maxBytes: 4 * 1024 * 1024,
  });

  function requestOf(call: ProbeRequest) {
    const operation = exchange.operation(call.operation);
    if (operation === null) throw new TypeError(`the profile has no operation ${call.operation}`);
    const described = exchange.describe(call.operation, call.values, call.index ?? null);
    const request =
      call.query === undefined
        ? described
        : { ...described, path: joinPath(described.path.split("?")[0] ?? "", call.query) };
    const version = profile.data.headers.apiVersion.name;
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]): [string, string][] => {
        if (name !== version || call.apiVersion === undefined) return [[name, value]];
        return call.apiVersion === null ? [] : [[name, call.apiVersion]];
      }),
    );
    return { operation, request, headers };
  }

  function read(call: ProbeRequest, answer: Answer, shown: ShownExchange): ProbeResult {
    const operation = exchange.operation(call.operation);
    const { status, headers } = answer.response;
    const json = readJson(answer.response.body);
    const body = "problem" in json ? undefined : json.value;
    const resource = valueAt(body, operation?.resource ?? "");
    if (answer.requestId !== null) redactor.add(answer.requestId, "<request id>");
    const isAccepted = status >= 200 && status < 300;
    const words = isAccepted ? null : readRefusal(profile, answer);
    return {
      shown,
      status,
      headers,
      isSuccess: operation?.success.includes(status) === true && resource !== undefined,
      isAccepted,
      body,
      resource,
      words,
      failure: "problem" in json && isAccepted && operation?.answer === "resource" ? json.problem : null,
      undecided: undecidedBy(status, words?.reason ?? null),
    };
  }

  return {
    exchange,
    putOff,
    async send(call) {
      const { operation, request, headers } = requestOf(call);
      const isPrivate = operation.private || patientOperations.has(call.operation);
      const version =
        call.apiVersion === undefined
          ? null
          : call.apiVersion === null
            ? "without the API version header"
            : `with the API version "${call.apiVersion}"`;
      const body = bodyText(request.body);
      const shown = (status: number | null, text: string | null): ShownExchange => ({
        operation: call.operation,
        method: request.method,
        path: shownPath({ ...operation, private: isPrivate }, request),
        index: operation.takesIndex ? (call.index ?? null) : null,
        variant: variants[call.identity ?? "own"] ?? version,
        requestBody: body !== null && isPrivate ? notShown : body,
        status,
        answer: isPrivate && status !== null ? notShown : text,
      });
      try {
        const answer = await caller.call({
          operation: call.operation,
          template: operation.path,
          method: request.method,
          origin: base.origin,
          path: `${base.pathname.replace(/\/+$/, "")}${request.path}`,
          shownPath: shownPath({ ...operation, private: isPrivate }, request),
          index: call.index ?? null,
          headers: { ...headers, ...credentialOf(options, call.identity ?? "own") },
          body,
          deadlineMs: request.method === "GET" ? 15_000 : 30_000,
          maxBytes: 4 * 1024 * 1024,
          signal: null,
          cause: "contract suite",
        });
        const text = Buffer.from(answer.response.body).toString("utf8");
        return read(call, answer, shown(answer.response.status, cut(text)));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const nothing = { headers: {}, isSuccess: false, isAccepted: false, body: undefined, resource: undefined };
        return {
          ...nothing,
          shown: shown(null, null),
          status: null,
          words: null,
          failure: error.message,
          connectionCode: error instanceof ApiConnectionError ? error.code : null,
          undecided: `no answer came: ${error.message}`,
        };
      }
    },
  };
}
