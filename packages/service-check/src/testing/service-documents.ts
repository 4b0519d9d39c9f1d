import { formatPointer, isJsonObject, valueAt, withValueAt, type Json, type JsonObject } from "@dc/api-client";
import { createSandbox } from "@dc/sandbox/app";
import type { RecordedFile } from "#/draft/read-recordings.ts";

// What somebody may have of a service before a profile is written, made from the page that its own authors would write:
// its requests and answers as recorded files, and the same with the words of the page as an OpenAPI document.

interface PageExchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: Json | undefined;
}

interface Section {
  readonly title: string;
  readonly chapter: string;
  readonly method: string;
  readonly template: string;
  readonly prose: string;
  readonly parameters: readonly (readonly [string, string])[];
  readonly exchange: PageExchange;
}

/** The documentation of a drawn service, with the profile that fits it. */
export interface DocumentedService {
  readonly right: JsonObject;
  readonly recordings: readonly RecordedFile[];
  readonly openApi: JsonObject;
}

const now = Date.UTC(2026, 10, 20, 12);
const blocks = /```http\n([A-Z]+) (\S+)\n([^]*?)\n```\n\n```http\nHTTP\/1\.1 (\d+)\n([^]*?)\n```/g;

function asJson(text: string | undefined): Json | undefined {
  return text === undefined || text === "" ? undefined : (JSON.parse(text) as Json);
}

function headersIn(head: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    head
      .split("\n")
      .filter((line) => line !== "")
      .map((line): [string, string] => {
        const [name = "", value = ""] = line.split(/: (.*)/s);
        return [name, value];
      }),
  );
}

function exchangesIn(text: string): readonly PageExchange[] {
  return [...text.matchAll(blocks)].map(([, method = "", path = "", request = "", status = "", reply = ""]) => {
    const [head = "", ...body] = request.split("\n\n");
    const [answerHead = "", ...answer] = reply.split("\n\n");
    return {
      method,
      path,
      headers: headersIn(head),
      body: asJson(body.join("\n\n")),
      status: Number(status),
      answerHeaders: headersIn(answerHead),
      answer: asJson(answer.join("\n\n")),
    };
  });
}

/** The rows of the Markdown tables of a text, without their heads. */
function rowsIn(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `") || /^\| \d/.test(line))
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}

function bare(cell: string): string {
  return cell.replaceAll("`", "");
}

function sectionsIn(chapter: string, text: string): readonly Section[] {
  return text
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => {
      const [title = ""] = part.split("\n");
      const [, method = "", template = ""] = /^`([A-Z]+) (\/\S*)`$/m.exec(part) ?? [];
      const [exchange] = exchangesIn(part);
      if (method === "" || exchange === undefined) return [];
      const prose = part.split("```")[0] ?? "";
      const described = rowsIn(/^\| Query parameter[^]*?\n\n/m.exec(prose)?.[0] ?? "").map(
        ([name = "", , words = ""]): [string, string] => [bare(name), words],
      );
      return [{ title, chapter, method, template, prose, parameters: described, exchange }];
    });
}

/** "naming.full" and "lines[].no" as keys; "*" stands for the entries of a list. */
function keysOf(name: string): readonly string[] {
  return name.split(".").flatMap((part) => (part.endsWith("[]") ? [part.slice(0, -2), "*"] : [part]));
}

/** A schema that describes an example, with the words of a table at their members. */
function schemaOf(
  example: Json | undefined,
  words: ReadonlyMap<string, string>,
  keys: readonly string[] = [],
): JsonObject {
  const said = words.get(formatPointer(keys));
  const description = said === undefined ? {} : { description: said };
  if (Array.isArray(example))
    return { type: "array", items: schemaOf(example[0], words, [...keys, "*"]), ...description };
  if (isJsonObject(example)) {
    const properties = Object.fromEntries(
      Object.entries(example).map(([key, value]) => [key, schemaOf(value, words, [...keys, key])]),
    );
    return { type: "object", properties, ...description };
  }
  return { ...(example === undefined || example === null ? {} : { type: typeof example }), ...description };
}

/** Marks members of a schema as required, with the objects on the way. */
function withRequired(schema: JsonObject, pointers: readonly (readonly string[])[]): JsonObject {
  const names = [...new Set(pointers.flatMap(([name]) => name ?? []))];
  let next: JsonObject = names.length === 0 ? schema : { ...schema, required: names };
  for (const name of names) {
    const at = formatPointer(["properties", name]);
    const inner = valueAt(next, at);
    const rest = pointers.flatMap(([first, ...more]) => (first === name && more.length > 0 ? [more] : []));
    const changed = isJsonObject(inner) ? withValueAt(next, at, withRequired(inner, rest)) : null;
    if (isJsonObject(changed)) next = changed;
  }
  return next;
}

function segmentsOf(template: string, path: string): readonly (readonly [string, string])[] {
  const [plain = ""] = path.split("?");
  const values = plain.split("/");
  return template
    .split("/")
    .flatMap((part, at): (readonly [string, string])[] => (part === "{id}" ? [["id", values[at] ?? ""]] : []));
}

/** The words of the fields of a chapter, at the places where an answer of it has them. */
function wordsAt(
  fields: readonly (readonly [string, string])[],
  prefix: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(fields.map(([name, words]) => [formatPointer([...prefix, ...keysOf(name)]), words]));
}

/** Where the single thing or the entries of the list are in an answer, by the page's own fields. */
function prefixOf(answer: Json | undefined, fields: readonly (readonly [string, string])[]): readonly string[] {
  const [first] = fields.map(([name]) => keysOf(name)[0] ?? "");
  const find = (value: Json | undefined, keys: readonly string[]): readonly string[] | null => {
    if (Array.isArray(value)) return value.length === 0 ? null : find(value[0], [...keys, "*"]);
    if (!isJsonObject(value)) return null;
    if (first !== undefined && Object.hasOwn(value, first)) return keys;
    return Object.entries(value).reduce<readonly string[] | null>(
      (found, [key, inner]) => found ?? find(inner, [...keys, key]),
      null,
    );
  };
  return find(answer, []) ?? [];
}

function operationOf(
  { title, prose, parameters, exchange, template }: Section,
  {
    fields,
    paging,
    headerWords,
  }: {
    fields: readonly (readonly [string, string])[];
    paging: readonly (readonly [string, string])[];
    headerWords: ReadonlyMap<string, string>;
  },
): JsonObject {
  const query = new URLSearchParams(exchange.path.split("?")[1] ?? "");
  const described = new Map([...paging, ...parameters]);
  const named = [
    ...new Set([
      ...query.keys(),
      ...parameters.map(([name]) => name),
      ...((prose.includes("paged") && !prose.includes("not paged")) || /Lists all|Lists the/.test(prose)
        ? paging.map(([name]) => name)
        : []),
    ]),
  ];
  const sentenceAbout = (name: string) =>
    prose
      .split(/(?<=[.:]) |, /)
      .filter((sentence) => sentence.includes(`\`${name}\``))
      .join(" ") + (prose.match(new RegExp(`\`${name}\`(, [^,.]+)`))?.[1] ?? "");
  const required = [
    ...(/Required: ((?:`[^`]+`(?:, )?)+)/.exec(prose)?.[1] ?? /(`[^`]+`) is required/.exec(prose)?.[1] ?? "").matchAll(
      /`([^`]+)`/g,
    ),
  ].map(([, name = ""]) => keysOf(name));
  const sent = exchange.body;
  const inside = prefixOf(
    sent,
    required.map((keys) => [keys.join("."), ""]),
  );
  const answered = wordsAt(fields, prefixOf(exchange.answer, fields));
  const header = [...headerWords].filter(
    ([name]) =>
      exchange.headers[name] !== undefined || (prose.includes(`\`${name}\``) && !prose.includes("Does not accept")),
  );
  return {
    summary: title,
    description: prose
      .split("\n")
      .filter((line) => line !== "" && !/^[`|]|^### /.test(line))
      .slice(1)
      .join(" "),
    parameters: [
      ...segmentsOf(template, exchange.path).map(([name, example]) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
        example,
      })),
      ...named.map((name) => ({
        name,
        in: "query",
        description: described.get(name) ?? sentenceAbout(name),
        schema: { type: "string" },
        ...(query.get(name) === null ? {} : { example: query.get(name) }),
      })),
      ...header.map(([name, words]) => ({
        name,
        in: "header",
        description: words,
        schema: { type: "string" },
        ...(exchange.headers[name] === undefined ? {} : { example: exchange.headers[name] }),
      })),
    ],
    ...(sent === undefined
      ? {}
      : {
          requestBody: {
            content: {
              "application/json": {
                schema: withRequired(
                  schemaOf(sent, new Map()),
                  required.map((keys) => [...inside, ...keys]),
                ),
                example: sent,
              },
            },
          },
        }),
    responses: {
      [String(exchange.status)]: {
        description: "success",
        headers: Object.fromEntries(
          Object.entries(exchange.answerHeaders).map(([name, example]) => [
            name,
            { schema: { type: "string", example } },
          ]),
        ),
        ...(exchange.answer === undefined
          ? {}
          : {
              content: {
                "application/json": { schema: schemaOf(exchange.answer, answered), example: exchange.answer },
              },
            }),
      },
    },
  };
}

function errorResponses(chapter: string, requestIdHeader: string): JsonObject {
  const fields = rowsIn(chapter)
    .filter(([name = ""]) => name.startsWith("`"))
    .map(([name = "", , words = ""]): [string, string] => [bare(name), words]);
  const [example] = exchangesIn(chapter);
  const byStatus = Map.groupBy(
    rowsIn(chapter).filter(([status = ""]) => /^\d+$/.test(status)),
    ([status = ""]) => status,
  );
  const words = wordsAt(fields, []);
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: rows.map(([, code = "", cause = ""]) => `${code}: ${cause.replaceAll(";", ",")}`).join("; "),
        headers: {
          [requestIdHeader]: { schema: { type: "string", example: example?.answerHeaders[requestIdHeader] ?? "" } },
        },
        content: {
          "application/json": {
            schema: describedSchema(words),
            ...(String(example?.status) === status && example?.answer !== undefined ? { example: example.answer } : {}),
          },
        },
      },
    ]),
  );
}

/** A schema of which only the words are known. */
function describedSchema(words: ReadonlyMap<string, string>): JsonObject {
  let schema: JsonObject = { type: "object", properties: {} };
  for (const [pointer, description] of words) {
    const keys = pointer
      .slice(1)
      .split("/")
      .flatMap((key, at, all) =>
        key === "*"
          ? ["items"]
          : all[at - 1] === "*" || at === 0 || all[at - 1] !== undefined
            ? ["properties", key]
            : [key],
      );
    const isList = [...words.keys()].some((other) => other.startsWith(`${pointer}/*`));
    schema = putAt(schema, keys, isList ? { type: "array", description } : { type: "string", description });
  }
  return schema;
}

function putAt(schema: JsonObject, keys: readonly string[], value: JsonObject): JsonObject {
  const [key = "", ...rest] = keys;
  const inner = schema[key];
  const before = isJsonObject(inner) ? inner : {};
  return { ...schema, [key]: rest.length === 0 ? { ...before, ...value } : putAt(before, rest, value) };
}

function openApiOf(page: string): JsonObject {
  const chapters = page.split(/^## /m);
  const general = chapters.find((one) => one.startsWith("General")) ?? "";
  const errors = chapters.find((one) => one.startsWith("Errors")) ?? "";
  const indexes = chapters.find((one) => one.startsWith("Index versions")) ?? "";
  const headerRows = rowsIn(general).map(([name = "", , words = ""]): [string, string] => [bare(name), words]);
  const headerWords = new Map(headerRows.filter(([name]) => !/^(Authorization|Accept|Content-Type)$/.test(name)));
  const requestId = headerRows.at(-1)?.[0] ?? "";
  headerWords.delete(requestId);
  const lists = general.split("### Lists")[1]?.split("###")[0] ?? "";
  const paging = [
    ...new Set(
      [...lists.matchAll(/query parameter `([^`]+)`|`([^`]+)` is the number of entries of a page/g)].map(
        ([, one, other]) => one ?? other ?? "",
      ),
    ),
  ].map((name): [string, string] => [
    name,
    lists
      .split(/(?<=\.) /)
      .filter((sentence) => sentence.includes(`\`${name}\``))
      .join(" ")
      .trim(),
  ]);
  let paths: JsonObject = {};
  for (const chapter of chapters) {
    const [title = ""] = chapter.split("\n");
    const sections = sectionsIn(title, chapter);
    for (const section of sections) {
      const isBooking = /slot/i.test(section.title);
      const table = rowsIn(isBooking ? (chapter.split("Field of a slot")[1] ?? "") : (chapter.split("### ")[0] ?? ""));
      const fields = table.map(([name = "", , words = ""]): [string, string] => [bare(name), words]);
      const { method, template } = section;
      const operation = operationOf(section, { fields, paging, headerWords });
      const before = paths[template];
      paths = { ...paths, [template]: { ...(isJsonObject(before) ? before : {}), [method.toLowerCase()]: operation } };
    }
  }
  const failures = errorResponses(errors, requestId);
  const withErrors = Object.fromEntries(
    Object.entries(paths).map(([template, item], at) => [
      template,
      // The same answers everywhere; they are written out once.
      at > 0 || !isJsonObject(item)
        ? item
        : Object.fromEntries(
            Object.entries(item).map(([method, operation]) => [
              method,
              isJsonObject(operation) && isJsonObject(operation["responses"])
                ? { ...operation, responses: { ...operation["responses"], ...failures } }
                : operation,
            ]),
          ),
    ]),
  );
  const signing = /### Authentication\n\n([^]*?)\n\n/.exec(general)?.[1] ?? "";
  return {
    openapi: "3.1.0",
    info: {
      title: "Appointment booking service",
      version: "1",
      description: `${general}\n${indexes.split("### ")[0] ?? ""}`,
    },
    tags: chapters
      .filter((one) => /^(Practitioners|Schedules|Places|Errors)/.test(one))
      .map((one) => ({
        name: one.split(/[:\n]/)[0] ?? "",
        description:
          one
            .replaceAll(/```[^]*?```/g, "")
            .split("### ")[0]
            ?.split("\n")
            .slice(1)
            .filter((line) => line !== "" && !line.startsWith("|"))
            .join("\n") ?? "",
      })),
    paths: withErrors,
    components: {
      securitySchemes: {
        key: /HTTP Basic/.test(signing)
          ? { type: "http", scheme: "basic", description: bare(signing) }
          : {
              type: "apiKey",
              in: "header",
              name: "Authorization",
              description: signing.replace(/is `([^`]+)`, a space, and your key/, "is $1 followed by your key"),
            },
      },
    },
  };
}

/** The documents of one drawn service; its data follow from the seed too. */
export async function documentsOf(spelling: string): Promise<DocumentedService> {
  const sandbox = createSandbox({
    spelling,
    seed: `documents of ${spelling}`,
    practitioners: 130,
    writes: true,
    clock: () => now,
  });
  const page = await sandbox.documentation({ baseUrl: "http://service.test" });
  const recordings = exchangesIn(page).map(({ method, path, headers, body, status, answerHeaders, answer }, at) => ({
    name: `${String(at + 1).padStart(2, "0")}.json`,
    content: {
      request: { method, path, headers, ...(body === undefined ? {} : { body }) },
      response: { status, headers: answerHeaders, ...(answer === undefined ? {} : { body: answer }) },
    },
  }));
  const right = sandbox.profile({ writes: true });
  sandbox.close();
  return { right, recordings, openApi: openApiOf(page) };
}
