import type { Draft } from "./draft-lines.ts";
import { commonPrefix, isDay, isOk, leavesOf, plainText, type Exchange } from "./exchange.ts";

const ordinary =
  /^(accept|content-type|content-length|authorization|user-agent|host|connection|date|cache-control|etag|vary|server|accept-encoding|retry-after|keep-alive|transfer-encoding|prefer|origin|cookie)$/i;

function headersOf(exchanges: readonly Exchange[], which: "requestHeaders" | "responseHeaders") {
  return exchanges.flatMap((exchange) =>
    Object.entries(exchange[which]).filter(([name, value]) => !ordinary.test(name) && value !== ""),
  );
}

/** Drafts headers, version, credential and index versions; returns the prefix of the ids of index versions. */
export function draftAccess(draft: Draft, exchanges: readonly Exchange[]): string {
  const sent = headersOf(exchanges, "requestHeaders");
  const version = sent.find(([, value]) => isDay(value));
  if (version !== undefined) {
    draft.set("/headers/apiVersion/name", version[0], "its value is a date");
    draft.set("/apiVersion", version[1], `the header ${version[0]} has it`);
  }
  const received = Map.groupBy(headersOf(exchanges, "responseHeaders"), ([name]) => name);
  for (const [name, all] of received) {
    const values = all.map(([, value]) => value);
    // The id of a request differs from answer to answer.
    if (values.length < 3 || new Set(values).size < values.length || commonPrefix(values) === "") continue;
    draft.set("/headers/requestId/name", name, "each answer has another value in it");
    break;
  }
  const authorization = Object.entries(exchanges[0]?.requestHeaders ?? {}).find(([name]) =>
    /^authorization$/i.test(name),
  );
  // The key is on every request and always the same; its value gets into no draft.
  const constant = [...Map.groupBy(sent, ([name]) => name).values()].find(
    (all) => all.length === exchanges.length && all.every(([, value]) => value === all[0]?.[1] && !isDay(value)),
  )?.[0];
  const credential = authorization ?? constant;
  draftCredential(draft, credential);
  const others = sent.filter(([name]) => name !== version?.[0] && name !== credential?.[0]);
  return draftIndexes(draft, exchanges, others);
}

function draftIndexes(
  draft: Draft,
  exchanges: readonly Exchange[],
  sent: readonly (readonly [string, string])[],
): string {
  const [header] = sent;
  const names = [...new Set(sent.map(([name]) => name))];
  const isOnly = names.length === 1 ? null : `Which one selects the index version: ${names.join(", ")}?`;
  const prefix = commonPrefix(header === undefined ? [] : [header[1]]);
  if (header === undefined) return "";
  draft.set("/headers/index/name", header[0], `requests send an id in it (${header[1]})`, isOnly);
  if (prefix === "") return "";
  draft.set("/indexes/prefix", prefix, `an id of an index version begins so: ${header[1]}`);
  const indexOf = ({ requestHeaders }: Exchange) => requestHeaders[header[0]] ?? "";
  const writes = exchanges.filter(
    ({ method, requestHeaders }) => method !== "GET" && requestHeaders[header[0]] !== undefined,
  );
  const created = new Set(
    writes.flatMap(({ responseBody }) => leavesOf(responseBody).map(({ value }) => plainText(value))),
  );
  const refused = writes.find(({ status }) => status === 403);
  const standard = refused === undefined ? `${prefix}standard` : indexOf(refused);
  const reason = refused === undefined ? "the interface's word behind the prefix" : "a write to it is refused";
  draft.set("/indexes/standard", standard, reason, "What is the id of the standard index?");
  const written = writes.find((write) => isOk(write) && indexOf(write) !== standard && !created.has(indexOf(write)));
  if (written !== undefined)
    draft.set(
      "/indexes/test",
      indexOf(written),
      "writes go to it",
      "Is this the index for trying writes in test mode?",
    );
  else draft.ask("/indexes/test: is there an index for trying writes in test mode? What is its id?");
  draft.ask("/indexes/versions: is an index version a stand-alone copy, or does it follow the standard index?");
  return prefix;
}

function draftCredential(draft: Draft, credential: readonly [string, string] | undefined): void {
  if (credential === undefined) return;
  const [header, sent] = credential;
  if (!/^authorization$/i.test(header)) draft.set("/credential/header", header, "every request sends the same in it");
  const pair = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(sent)?.[1];
  if (pair === undefined) {
    draft.set("/credential/composition", "ready-made", "the recorded header is no Basic one");
    draft.set(
      "/credential/prefix",
      /^([A-Za-z]+ )\S/.exec(sent)?.[1] ?? "",
      "what stands before the key in the header",
    );
    return;
  }
  const [user = "", password = ""] = Buffer.from(pair, "base64").toString("utf8").split(/:(.*)/s);
  // A key in front of a password that is not empty must not get into a profile.
  const isKey = user.length > 12 && /\d/.test(user);
  const isPassword = password !== "" && !isKey;
  const question = password !== "" && isKey ? "Is the key the user name? A password beside it cannot be said." : null;
  draft.set(
    "/credential/composition",
    isPassword ? "key-as-password" : "key-as-user",
    "the recorded header is Basic",
    question,
  );
  if (isPassword) draft.set("/credential/user", user, "the user name of the recorded header");
}
