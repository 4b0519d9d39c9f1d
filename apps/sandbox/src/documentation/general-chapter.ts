import { objectAt } from "#/json/path.ts";
import { credentialHeader, type CredentialDialect, type Dialect, type PagingDialect } from "#/spelling/dialect.ts";
import { builtInKey } from "#/store/caller.ts";
import type { PageContext } from "./endpoint-section.ts";
import { authorizationOf } from "./example-exchange.ts";
import { block, code, codes, dotted, prettyJson, table } from "./markdown.ts";

/** What applies to every endpoint: address, key, headers, envelopes, paging and empty values. */
export function generalChapter({ dialect, baseUrl }: PageContext): string[] {
  const { headers, apiVersion } = dialect;
  return [
    "# Appointment booking service: API reference",
    `The service manages practitioners, their schedules, the open slots of each schedule and the insurances that each schedule accepts, and it books appointments for patients. This page describes version ${code(apiVersion)} of the API.`,
    "## General",
    `The base URL is ${code(baseUrl)}. All paths on this page are relative to it. Request and response bodies are JSON in UTF-8.`,
    "### Authentication",
    credentialParagraph(dialect.credential),
    `You receive a key with your account. Keys that begin with ${code("test_")} work with simulated data and book nothing; keys that begin with ${code("live_")} make real bookings. You can use this test key to try the service: ${code(builtInKey)}. With it, every request has this header:`,
    block("http", `${credentialHeader(dialect.credential)}: ${authorizationOf(dialect.credential, builtInKey)}`),
    "### Headers",
    table(
      ["Header", "Sent with", "Value"],
      [
        [code(credentialHeader(dialect.credential)), "every request", "see Authentication"],
        [
          code(headers.apiVersion),
          "every request",
          `the API version, which is a date; ${code(apiVersion)} is the only version`,
        ],
        [
          code(headers.index),
          "requests to endpoints that accept it; optional",
          `the id of an index version, such as ${code(dialect.standardIndex)}`,
        ],
        [code("Accept"), "any request; optional", code("application/json")],
        [code("Content-Type"), "requests with a body", code("application/json")],
        [code(headers.requestId), "every response", "identifies the request; include it when you contact support"],
      ],
    ),
    "### Request and response bodies",
    envelopeParagraph(dialect),
    ...pagingSection(dialect),
    "### Empty values",
    dialect.emptyValues === "null"
      ? "A value that is unknown or empty is `null`. Send `null` for an empty value, too: an empty string or an empty array is refused."
      : "A value that is unknown or empty is missing, `null`, or an empty string or array. All of these mean the same.",
    "Responses may contain fields that this page does not describe. Ignore them: they can appear and disappear without a new API version.",
  ];
}

function credentialParagraph(credential: CredentialDialect): string {
  const header = code(credentialHeader(credential));
  const place = credential.header === undefined ? "" : ` The credential is sent in the header ${header}.`;
  switch (credential.composition) {
    case "key-as-user":
      return `The service uses HTTP Basic authentication. The user name is your key; the password is empty.${place}`;
    case "key-as-password":
      return `The service uses HTTP Basic authentication. The user name is ${credential.user === "" ? "empty" : code(credential.user)}; the password is your key.${place}`;
    case "ready-made":
      return credential.prefix === ""
        ? `The value of the ${header} header is your key as it was issued, without a scheme and without encoding.`
        : `The value of the ${header} header is ${code(credential.prefix.trim())}, a space, and your key as it was issued, without encoding.`;
  }
}

function envelopeParagraph({ envelope }: Dialect): string {
  const { resource, list, request, extras } = envelope;
  const beside =
    extras.length === 0 ? "" : ` The field ${codes(extras.map(({ at }) => dotted(at)))} beside it is for internal use.`;
  return [
    resource.length === 0
      ? "A response with a single object is that object itself."
      : `A response with a single object contains it in ${code(dotted(resource))}.${beside}`,
    list.length === 0
      ? "A response with several objects is an array."
      : `A response with several objects contains them as an array in ${code(dotted(list))}.`,
    request.length === 0
      ? "A request body is the object itself, without an envelope."
      : `A request body contains the object in ${code(dotted(request))}: ${code(prettyJson(objectAt([[request, {}]])))}.`,
    "A request with a field that the endpoint does not know is refused.",
  ].join(" ");
}

function pagingSection({ paging, readStatus }: Dialect): string[] {
  const status =
    readStatus === 200
      ? []
      : [`A successful read has the status ${code(String(readStatus))}. Treat it like any other success.`];
  if (paging.style === "none") return [...status, "### Lists", "A list is returned completely, in one response."];
  return [
    ...status,
    "### Lists",
    `Lists of records and of open slots are returned in pages. ${pagingParagraph(paging)} ${code(paging.sizeQuery)} is the number of entries of a page, from 1 to 100; the default is ${paging.size}.`,
  ];
}

function pagingParagraph(paging: Exclude<PagingDialect, { style: "none" }>): string {
  const query = `The query parameter ${code(paging.query)}`;
  switch (paging.style) {
    case "offset":
      return `${query} is the number of entries to skip, from 0. The last page has fewer entries than requested.`;
    case "page":
      return `${query} is the number of the page, from 1. ${code(dotted(paging.more))} in the response is true while another page follows.`;
    case "cursor":
      return `${code(dotted(paging.next))} in the response is the start of the next page: send it as the query parameter ${code(paging.query)}. It is null on the last page.`;
    case "link":
      return `${code(dotted(paging.next))} in the response is the path and query of the next page; request it unchanged. It is null on the last page.`;
  }
}
