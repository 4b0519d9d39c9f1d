import type { Deviation } from "#/faults/deviations.ts";
import { duplicateMember } from "#/json/duplicate-member.ts";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";
import { refusal, type Problem, type Result } from "#/spelling/problem.ts";
import type { Route, Spelling } from "#/spelling/spelling.ts";
import { builtInKey, callerOf, type Caller } from "#/store/caller.ts";
import type { Index, Indices } from "#/store/indices.ts";

const maxBodyBytes = 1024 * 1024;

export function authenticate(spelling: Spelling, headers: Headers, deviation: Deviation | null): Result<Caller> {
  const result = callerFrom(spelling, headers);
  const fallback = deviation === "authorization-ignored" ? callerOf(builtInKey) : undefined;
  return result.ok || !fallback ? result : { ok: true, value: fallback };
}

function callerFrom(spelling: Spelling, headers: Headers): Result<Caller> {
  const name = spelling.credentialHeader;
  const credential = headers.get(name);
  if (credential === null) return refusal("unauthorized", `The header ${name} is required.`, name);
  const key = spelling.keyOf(credential);
  const caller = key === undefined ? undefined : callerOf(key);
  return caller ? { ok: true, value: caller } : refusal("unauthorized", "The credential is not a valid key.", name);
}

/** What is wrong with the version and Accept headers. */
export function headerProblem(spelling: Spelling, headers: Headers, deviation: Deviation | null): Problem | undefined {
  const version = deviation === "version-ignored" ? undefined : versionProblem(spelling, headers);
  return version ?? acceptProblem(headers);
}

function versionProblem(spelling: Spelling, headers: Headers): Problem | undefined {
  const name = spelling.headers.apiVersion;
  const version = headers.get(name);
  if (version === null) return { code: "bad_request", message: `A ${name} header is required.`, field: name };
  if (spelling.apiVersions.includes(version)) return undefined;
  const supported = spelling.apiVersions.join(" or ");
  return { code: "bad_request", message: `Unsupported API version: use ${supported}.`, field: name };
}

function acceptProblem(headers: Headers): Problem | undefined {
  const accept = headers.get("Accept");
  if (accept === null || acceptsJson(accept)) return undefined;
  return { code: "bad_request", message: "The service only returns application/json.", field: "Accept" };
}

/** Whether the header allows JSON: the most specific media range decides, and `q=0` forbids. */
function acceptsJson(accept: string): boolean {
  const ranges = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [type, Number(weight) > 0];
    }),
  );
  return (
    ["application/json", "application/*", "*/*"]
      .map((type) => ranges.get(type))
      .find((isAllowed) => isAllowed !== undefined) ?? false
  );
}

/** The index that a request is about: the one its header names, or the standard index. */
export function resolveIndex({
  spelling,
  indices,
  route,
  caller,
  requested,
  deviation,
}: {
  spelling: Spelling;
  indices: Indices;
  route: Route;
  caller: Caller;
  requested: string | null;
  deviation: Deviation | null;
}): Result<Index> {
  const name = spelling.headers.index;
  if (route.index === "refused" && requested !== null)
    return refusal("bad_request", `This endpoint takes no ${name} header.`, name);
  const isIgnored = deviation === "index-ignored" && route.method === "GET";
  const id = isIgnored ? spelling.standardIndex : (requested ?? spelling.standardIndex);
  const visible = indices.find(id, caller);
  const foreign = visible ? undefined : indices.findOfAnyOwner(id);
  const index = visible ?? (deviation === "index-shared" ? foreign : undefined);
  if (!index) {
    const code = foreign ? "index_of_another" : "index_not_found";
    return refusal(code, `There is no index version ${id}.`, name);
  }
  if (deviation === "copy-follows-base" && index.owner !== null) return { ok: true, value: index.deviating() };
  if (route.index === "written" && index.owner === null && deviation !== "standard-writable")
    return refusal(
      "standard_index_read_only",
      "The standard index cannot be changed; write to an index version of your own.",
    );
  return { ok: true, value: index };
}

/** The JSON body of a request; optional for deletes, and null for reads. */
export async function parseBody(route: Route, request: Request): Promise<Result<Json>> {
  if (route.method === "GET") return { ok: true, value: null };
  const bytes = await readBytes(request.body);
  if (!bytes) return refusal("bad_request", `The body is larger than ${maxBodyBytes} bytes.`);
  const isDelete = route.operation.name.endsWith(".delete");
  if (isDelete && bytes.length === 0) return { ok: true, value: null };
  const type = request.headers.get("Content-Type");
  if (type === null || !/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type))
    return refusal("bad_request", "The body must be application/json.", "Content-Type");
  const decoded = decode(bytes);
  if (decoded === undefined) return refusal("bad_request", "The body is not valid JSON in UTF-8.");
  const { body, duplicate } = decoded;
  if (duplicate !== undefined) return refusal("bad_request", `Duplicate field: ${duplicate}.`, duplicate);
  const [unknown] = isDelete && isJsonObject(body) ? Object.keys(body) : [];
  if (unknown !== undefined) return refusal("bad_request", `Unknown field: ${unknown}.`, unknown);
  return { ok: true, value: body };
}

function decode(bytes: Uint8Array): { body: Json; duplicate: string | undefined } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { body: parseJson(text), duplicate: duplicateMember(text) };
  } catch {
    return undefined;
  }
}

/** The bytes of a body; undefined when it is too large. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (!stream) return Buffer.concat(chunks);
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
