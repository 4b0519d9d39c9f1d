import { builtInKey } from "#/store/caller.ts";
import { block, code, codes, dotted, prettyJson, table } from "./markdown.ts";
import { authorizationOf, type Writer } from "./writer.ts";
import type { CredentialDialect, Dialect, PagingDialect } from "#/spelling/dialect.ts";
import { objectAt } from "#/json/path.ts";

/** What holds for every endpoint: address, key, headers, the frame around answers, lists, empty values. */
export function basics({ dialect, baseUrl }: Writer): string[] {
  const { headers, apiVersion } = dialect;
  return [
    "# Appointment booking service: API reference",
    `The service holds practitioners, their schedules, the open slots of those schedules and the insurances that each accepts, and books appointments for patients. This page describes version ${code(apiVersion)} of its API.`,
    "## Basics",
    `Base address: ${code(baseUrl)}. Every path below is added to it as it stands. Requests and answers are JSON in UTF-8.`,
    "### Authentication",
    credentialWords(dialect.credential),
    `A key is issued to you with your account. One that begins with ${code("test_")} works on simulated data and books nothing; one that begins with ${code("live_")} is real. This test key is free for trying: ${code(builtInKey)}. With it, every request carries:`,
    block("http", `Authorization: ${authorizationOf(dialect.credential, builtInKey)}`),
    "### Headers",
    table(
      ["Header", "On", "Value"],
      [
        [code("Authorization"), "every request", "see above"],
        [code(headers.apiVersion), "every request", `the API version, a date: ${code(apiVersion)} is the only one`],
        [
          code(headers.index),
          "optional, where an endpoint takes it",
          `the id of an index version, such as ${code(dialect.standardIndex)}`,
        ],
        [code("Accept"), "optional", code("application/json")],
        [code("Content-Type"), "requests with a body", code("application/json")],
        [code(headers.requestId), "every answer", "names the request; quote it when you write to us"],
      ],
    ),
    "### The frame of answers and bodies",
    frameWords(dialect),
    ...listWords(dialect),
    "### Empty values",
    dialect.empties === "null"
      ? "What is not known or has nothing in it is `null`. What you send is written in the same way: an empty text or an empty list is refused."
      : "What is not known is left out, is `null`, or is empty: each of them says that nothing is there.",
    "Answers may carry members that this page does not explain. Leave them alone: they come and go without a new version.",
  ];
}

function credentialWords(credential: CredentialDialect): string {
  switch (credential.composition) {
    case "key-as-user":
      return "HTTP Basic: the key is the user name, and the password is empty.";
    case "key-as-password":
      return `HTTP Basic: the user name is ${credential.user === "" ? "empty" : code(credential.user)}, and the key is the password.`;
    case "ready-made":
      return credential.prefix === ""
        ? "The `Authorization` header is the key as it was issued, with nothing before it and without any encoding."
        : `The ${code("Authorization")} header is ${code(credential.prefix.trim())}, a blank, and the key as it was issued, without any encoding.`;
  }
}

function frameWords({ envelope }: Dialect): string {
  const { resource, list, request, extras } = envelope;
  const beside =
    extras.length === 0
      ? ""
      : ` Beside it stands ${codes(extras.map(({ at }) => dotted(at)))}, which is for our own use.`;
  const sentences = [
    resource.length === 0
      ? "An answer about one thing is that thing itself."
      : `An answer about one thing has it in ${code(dotted(resource))}.${beside}`,
    list.length === 0
      ? "An answer with several is the list itself."
      : `An answer with several has the list in ${code(dotted(list))}.`,
    request.length === 0
      ? "The body of a request is the thing itself, with nothing around it."
      : `The body of a request has everything inside ${code(dotted(request))}: ${code(prettyJson(objectAt([[request, {}]])))}.`,
    "Members that an endpoint does not know are refused.",
  ];
  return sentences.join(" ");
}

function listWords({ paging, readStatus }: Dialect): string[] {
  const status =
    readStatus === 200 ? [] : [`Reads are answered ${code(String(readStatus))}, and that is a success like any other.`];
  if (paging.style === "none") return [...status, "### Long lists", "Lists come whole, in one answer."];
  const size = `${code(paging.sizeQuery)} is how many entries a page has, 1 to 100; without it ${paging.size}.`;
  return [
    ...status,
    "### Long lists",
    `Lists of records and of open slots come in pages, by these query parameters. ${pagingWords(paging)} ${size}`,
  ];
}

function pagingWords(paging: Exclude<PagingDialect, { style: "none" }>): string {
  switch (paging.style) {
    case "offset":
      return `${code(paging.query)} is how many entries to pass over, from 0. The last page is the one that has fewer entries than were asked for.`;
    case "page":
      return `${code(paging.query)} is the number of the page, from 1. In the answer ${code(dotted(paging.more))} is true as long as another page follows.`;
    case "cursor":
      return `${code(dotted(paging.next))} of an answer is where the next page begins: send it as ${code(paging.query)}. It is null on the last page.`;
    case "link":
      return `${code(dotted(paging.next))} of an answer is the path and query of the next page, to be asked for as it stands. It is null on the last page.`;
  }
}
