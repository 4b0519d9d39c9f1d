import { builtInKey, callerOf, type Caller } from "#/store/caller.ts";
import type { Deviation } from "#/faults/deviations.ts";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";
import { repeatedMember } from "#/json/duplicate-member.ts";
import type { Problem, Read, RouteSpelling, Spelling } from "#/spelling/spelling.ts";
import { refuse } from "#/spelling/spelling.ts";
import type { Index, Indices } from "#/store/indices.ts";

const largestBody = 1024 * 1024;

export function admitCaller(spelling: Spelling, headers: Headers, deviation: Deviation | null = null): Read<Caller> {
  const read = readCaller(spelling, headers);
  const stranger = deviation === "open-door" ? callerOf(builtInKey) : undefined;
  return read.ok || !stranger ? read : { ok: true, value: stranger };
}

function readCaller(spelling: Spelling, headers: Headers): Read<Caller> {
  const authorization = headers.get("Authorization");
  if (authorization === null) return refuse("unauthorized", "An Authorization header is needed.", "Authorization");
  const key = spelling.keyOf(authorization);
  const caller = key === undefined ? undefined : callerOf(key);
  return caller
    ? { ok: true, value: caller }
    : refuse("unauthorized", "The credential is not a valid key.", "Authorization");
}

export function checkHeaders(
  spelling: Spelling,
  headers: Headers,
  deviation: Deviation | null = null,
): Problem | undefined {
  return (deviation === "version-ignored" ? undefined : checkVersion(spelling, headers)) ?? checkAccept(headers);
}

function checkVersion(spelling: Spelling, headers: Headers): Problem | undefined {
  const name = spelling.headers.apiVersion;
  const version = headers.get(name);
  if (version === null) return { code: "bad_request", message: `A ${name} header is needed.`, field: name };
  if (!spelling.apiVersions.includes(version))
    return {
      code: "bad_request",
      message: `Unsupported API version: use ${spelling.apiVersions.join(" or ")}.`,
      field: name,
    };
  return undefined;
}

function checkAccept(headers: Headers): Problem | undefined {
  const accept = headers.get("Accept");
  return accept === null || takesJson(accept)
    ? undefined
    : { code: "bad_request", message: "The service answers application/json.", field: "Accept" };
}

/** Whether JSON is wanted: of the ranges that hold it the nearest one counts, and `q=0` means not at all. */
function takesJson(accept: string): boolean {
  const ranges = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [type, Number(weight) > 0];
    }),
  );
  return (
    ["application/json", "application/*", "*/*"].map((type) => ranges.get(type)).find((is) => is !== undefined) ?? false
  );
}

export function admitIndex({
  spelling,
  indices,
  route,
  caller,
  sent,
  deviation = null,
}: {
  spelling: Spelling;
  indices: Indices;
  route: RouteSpelling;
  caller: Caller;
  sent: string | null;
  deviation?: Deviation | null;
}): Read<Index> {
  const name = spelling.headers.index;
  if (route.index === "refused" && sent !== null)
    return refuse("bad_request", `This endpoint takes no ${name} header.`, name);
  const isIgnored = deviation === "index-ignored" && route.method === "GET";
  const id = isIgnored ? spelling.standardIndex : (sent ?? spelling.standardIndex);
  const own = indices.find(id, caller);
  const another = own ? undefined : indices.findAnybodys(id);
  const index = own ?? (deviation === "index-shared" ? another : undefined);
  if (!index) return refuse(another ? "index_of_another" : "index_not_found", `There is no index version ${id}.`, name);
  if (deviation === "copy-follows-base" && index.owner !== null) return { ok: true, value: index.following() };
  if (route.index === "written" && index.owner === null && deviation !== "standard-writable")
    return refuse(
      "standard_index_read_only",
      "The standard index cannot be changed; write to an index version of your own.",
    );
  return { ok: true, value: index };
}

/** The JSON body of a request; deletes may come without one, and reads have none. */
export async function admitBody(route: RouteSpelling, request: Request): Promise<Read<Json>> {
  if (route.method === "GET") return { ok: true, value: null };
  const bytes = await readBounded(request.body);
  if (!bytes) return refuse("bad_request", `The body is larger than ${largestBody} bytes.`);
  const deletes = route.operation.name.endsWith(".delete");
  if (deletes && bytes.length === 0) return { ok: true, value: null };
  const type = request.headers.get("Content-Type");
  if (type === null || !/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type))
    return refuse("bad_request", "The body is application/json.", "Content-Type");
  const decoded = decode(bytes);
  if (decoded === undefined) return refuse("bad_request", "The body is not valid JSON in UTF-8.");
  const { body, repeated } = decoded;
  if (repeated !== undefined) return refuse("bad_request", `Given twice: ${repeated}.`, repeated);
  const [unknown] = deletes && isJsonObject(body) ? Object.keys(body) : [];
  if (unknown !== undefined) return refuse("bad_request", `Unknown field: ${unknown}.`, unknown);
  return { ok: true, value: body };
}

function decode(bytes: Uint8Array): { body: Json; repeated: string | undefined } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { body: parseJson(text), repeated: repeatedMember(text) };
  } catch {
    return undefined;
  }
}

async function readBounded(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (!stream) return Buffer.concat(chunks);
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
