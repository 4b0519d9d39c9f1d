import type { Draft } from "./draft-lines.ts";
import { commonPrefix, isDay, isOk, leavesOf, type Exchange, type ServiceDescription } from "./service-description.ts";

const ordinary =
  /^(accept|content-type|content-length|authorization|user-agent|host|connection|date|cache-control|etag|vary|server|accept-encoding|retry-after|keep-alive|transfer-encoding|prefer|origin|cookie)$/i;

/** The index versions that a description names, and how their ids begin. */
export interface KnownIndexes {
  readonly prefix: string;
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly words: string;
}

function headersOf(exchanges: readonly Exchange[], which: "requestHeaders" | "responseHeaders"): readonly NamedValue[] {
  return exchanges.flatMap((one) =>
    Object.entries(one[which]).flatMap(([name, value]) =>
      ordinary.test(name) ? [] : [{ name, value, words: one.words.parameters[name] ?? "" }],
    ),
  );
}

/** Drafts how one gets in: headers, version, credential and index versions. */
export function draftAccess(draft: Draft, description: ServiceDescription): KnownIndexes {
  const sent = headersOf(description.exchanges, "requestHeaders");
  const version =
    sent.find(({ value }) => isDay(value)) ??
    sent.find(({ name, words }) => /version|release/i.test(name + words) && !/index/i.test(name + words));
  if (version === undefined) {
    draft.set(["apiVersion"], "2026-09-01", "the interface's own", "Which API version is asked for? It is a date.");
    draft.set(
      ["headers", "apiVersion", "name"],
      "Service-API-Version",
      "the interface's own",
      "Which header selects the API version?",
    );
  } else {
    const isGiven = isDay(version.value);
    draft.set(
      ["apiVersion"],
      isGiven ? version.value : "2026-09-01",
      `the header ${version.name} has it`,
      isGiven ? null : "Which API version is asked for? It is a date.",
    );
    draft.set(["headers", "apiVersion", "name"], version.name, "its value is a date");
  }
  const known = draftIndexes(
    draft,
    description,
    sent.filter(({ name }) => name !== version?.name),
  );
  draftRequestId(draft, description);
  draftCredential(draft, description);
  return known;
}

function draftIndexes(
  draft: Draft,
  { exchanges, prose }: ServiceDescription,
  sent: readonly NamedValue[],
): KnownIndexes {
  const header = sent.find(({ name, words, value }) => /index/i.test(name + words) || value !== "");
  if (header === undefined)
    draft.set(
      ["headers", "index", "name"],
      "Service-Index-Version",
      "the interface's own",
      "Which header selects the index version?",
    );
  else
    draft.set(
      ["headers", "index", "name"],
      header.name,
      header.words === "" ? `requests send an id in it (${header.value})` : `"${header.words}"`,
    );
  const said = [prose, ...exchanges.map(({ words }) => words.about), ...sent.map(({ words }) => words)].join("\n");
  const values = [...new Set(sent.filter(({ name }) => name === header?.name).map(({ value }) => value))].filter(
    (value) => value !== "",
  );
  const prefix = /\b([a-z]+[_.:-])(?=[A-Za-z0-9])/i.exec(values[0] ?? "")?.[1] ?? "";
  const mentioned =
    prefix === ""
      ? []
      : [...said.matchAll(new RegExp(`\\b${prefix.replaceAll(/[.]/g, "\\.")}[A-Za-z0-9_-]+`, "g"))].map(([id]) => id);
  const ids = [...new Set([...values, ...mentioned])];
  draft.set(
    ["indexes", "prefix"],
    prefix === "" ? "idx_" : prefix,
    prefix === "" ? "the interface's own" : `ids of index versions begin so: ${ids.slice(0, 3).join(", ")}`,
    prefix === "" ? "How do ids of index versions begin?" : null,
  );
  const created = new Set(
    exchanges.flatMap(({ method, responseBody }) =>
      method === "GET" ? [] : leavesOf(responseBody).map(({ value }) => String(value)),
    ),
  );
  const refused = exchanges.flatMap((one) =>
    one.status === 403 && one.method !== "GET" ? [one.requestHeaders[header?.name ?? ""] ?? ""] : [],
  );
  const standard =
    ids.find((id) => saysOf(said, id, /standard|default|read-only|main|base\b/i)) ?? refused.find((id) => id !== "");
  draft.set(
    ["indexes", "standard"],
    standard ?? `${prefix === "" ? "idx_" : prefix}standard`,
    standard === undefined
      ? "the interface's word behind the prefix"
      : `it is called the standard one, or writes to it are refused`,
    standard === undefined ? "What is the id of the standard index?" : null,
  );
  const written = exchanges.flatMap((one) =>
    isOk(one) && one.method !== "GET" ? [one.requestHeaders[header?.name ?? ""] ?? ""] : [],
  );
  const test =
    ids.find((id) => id !== standard && saysOf(said, id, /test|trial|try/i)) ??
    written.find((id) => id !== "" && id !== standard && !created.has(id));
  if (test !== undefined)
    draft.set(["indexes", "test"], test, "writes go to it", "Is this the index for trying writes in test mode?");
  else draft.ask("/indexes/test: is there an index for trying writes in test mode? What is its id?");
  const isOverlay = /your own view|overlay|lies over|falls back|until you write|unless overridden/i.test(said);
  if (isOverlay)
    draft.set(
      ["indexes", "versions", "are"],
      /\b(a|every|each) record\b[^.]*until/i.test(said) ? "overlay-by-record" : "overlay-by-field",
      "the description says that an index version shows the standard data until something is written",
      "Does a field follow the standard index on its own (overlay-by-field), or the whole record (overlay-by-record)?",
    );
  else
    draft.ask(
      "/indexes/versions: is an index version a stand-alone copy, or does it follow the standard index where nothing was written?",
    );
  return { prefix };
}

/** True where a text says such a thing within a few words of an id. */
function saysOf(said: string, id: string, what: RegExp): boolean {
  return said.split(/[\n.;]/).some((sentence) => sentence.includes(id) && what.test(sentence.replaceAll(id, "")));
}

function draftRequestId(draft: Draft, { exchanges }: ServiceDescription): void {
  const received = headersOf(exchanges, "responseHeaders");
  const names = [...new Set(received.map(({ name }) => name))];
  const best = names.find((name) => {
    const values = received.flatMap((one) => (one.name === name && one.value !== "" ? [one.value] : []));
    const isNamed = /request|trace|correlation|ticket/i.test(name);
    // Each answer has another one.
    return isNamed || (values.length > 2 && new Set(values).size === values.length && commonPrefix(values) !== "");
  });
  if (best !== undefined) draft.set(["headers", "requestId", "name"], best, "each answer has another value in it");
  else draft.ask("/headers/requestId: does a header of answers name the request?");
}

function draftCredential(draft: Draft, { exchanges, security }: ServiceDescription): void {
  const sent = exchanges
    .map(({ requestHeaders }) => requestHeaders["Authorization"] ?? requestHeaders["authorization"] ?? "")
    .find((value) => value !== "");
  const pair = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(sent ?? "")?.[1];
  if (pair !== undefined) {
    const [user = "", password = ""] = Buffer.from(pair, "base64").toString("utf8").split(/:(.*)/s);
    // A key in front of a password that is not empty must not get into a profile.
    const isKey = user.length > 12 && /\d/.test(user);
    if (password !== "" && isKey)
      draft.set(
        ["credential", "composition"],
        "key-as-user",
        "the recorded header is Basic, and its user name looks like a key",
        "Is the key the user name of the Basic credential? A password beside it cannot be said.",
      );
    else if (password === "")
      draft.set(
        ["credential", "composition"],
        "key-as-user",
        "the recorded header is Basic with a user name and an empty password",
      );
    else {
      draft.set(
        ["credential", "composition"],
        "key-as-password",
        "the recorded header is Basic with a user name and a password",
      );
      draft.set(["credential", "user"], user, "the user name of the recorded header");
    }
    return;
  }
  const prefix = /^([A-Za-z]+ )\S/.exec(sent ?? "")?.[1];
  if (sent !== undefined) {
    draft.set(["credential", "composition"], "ready-made", `the recorded header is no Basic one`);
    draft.set(["credential", "prefix"], prefix ?? "", "what stands before the key in the recorded header");
    return;
  }
  if (security?.scheme === "bearer") {
    draft.set(["credential", "composition"], "ready-made", "the description says Bearer");
    draft.set(["credential", "prefix"], "Bearer ", "the description says Bearer");
  } else if (security?.scheme === "header") {
    const said = /\b([A-Z][a-z]+) (?:KEY|<key>|\{key\}|your key|followed by)/.exec(security.words)?.[1];
    draft.set(["credential", "composition"], "ready-made", `the description names the header ${security.header}`);
    draft.set(
      ["credential", "prefix"],
      said === undefined ? "" : `${said} `,
      "the description of the header",
      "What stands before the key in the header?",
    );
    if (security.header.toLowerCase() !== "authorization")
      draft.set(["credential", "header"], security.header, "the description names it");
  } else {
    const words = security?.words ?? "";
    const isPassword = /password (?:is|:) (?:your|the) (?:api )?key/i.test(words);
    const user = /user(?: ?name)? (?:is|:) [`"']?([\w-]+)/i.exec(words)?.[1] ?? "";
    draft.set(
      ["credential", "composition"],
      isPassword ? "key-as-password" : "key-as-user",
      "Basic, as the interface says",
      "Is the key the user name or the password of the Basic credential?",
    );
    if (isPassword)
      draft.set(
        ["credential", "user"],
        user === "empty" ? "" : user,
        "the description names it",
        "What is the user name beside the key?",
      );
  }
}
