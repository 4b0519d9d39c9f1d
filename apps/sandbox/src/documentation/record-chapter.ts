import type { Json, JsonObject } from "#/json/json.ts";
import { objectAt, textAt, valueAt, withValue } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { idIn, type Dialect, type RecordDialect } from "#/spelling/dialect.ts";
import type { Route } from "#/spelling/spelling.ts";
import { endpointSection, findRoute, type PageContext } from "./endpoint-section.ts";
import type { ExampleRecord, ExampleRecords } from "./example-records.ts";
import { isAlwaysRequired, isRequiredAtCreation } from "#/spelling/record-parser.ts";
import { lookUpSections } from "./look-up-sections.ts";
import { code, codes, dotted, table } from "./markdown.ts";
import { fieldRows, managedPaths, nouns, ownershipNotes, requiredNames } from "./record-fields.ts";

const titles: Readonly<Record<RecordKind, string>> = {
  practitioner: "Practitioners",
  schedule: "Schedules",
  place: "Places of practice",
  plan: "Insurances",
};

/** The fields of one kind of record, and its endpoints: read, list and, where the service offers it, write. */
export async function recordChapter(
  context: PageContext,
  kind: RecordKind,
  examples: ExampleRecords,
): Promise<string[]> {
  const { dialect } = context;
  const record = dialect.records[kind];
  const example = examples[kind];
  if (!record || !example) return [];
  const optional = dialect.emptyValues === "null" ? "may be null" : "may be missing, null or empty";
  const chapter = [
    `## ${titles[kind]}: ${code(record.collection)}`,
    ...ownershipNotes(dialect, kind),
    table(
      ["Field", "Type", "Description", "Presence"],
      fieldRows(dialect, kind, record).map(({ name, type, description, isAlwaysPresent }) => [
        code(name),
        type,
        description,
        isAlwaysPresent ? "always present" : optional,
      ]),
    ),
  ];
  const read = findRoute(context, "record.read", kind);
  if (read) {
    const { section } = await endpointSection(context, read, {
      title: `Read ${nouns[kind].a}`,
      paragraphs: [],
      example: { method: read.method, path: read.path.replace("{id}", example.id) },
    });
    chapter.push(section);
  }
  const list = findRoute(context, "record.list", kind);
  if (list) chapter.push(await listSection(context, kind, list, examples));
  if (kind === "practitioner") chapter.push(...(await lookUpSections(context, example)));
  return [...chapter, ...(await writeSections(context, kind, record, example))];
}

const severalText = {
  none: "",
  repeated: " It may be repeated, for the schedules of several.",
  comma: " Several ids may be separated by commas.",
} as const;

async function listSection(
  context: PageContext,
  kind: RecordKind,
  list: Route,
  examples: ExampleRecords,
): Promise<string> {
  const { lists, paging } = context.dialect;
  const practitioner = examples.practitioner?.id ?? "";
  const isFiltered = kind === "schedule" && lists.schedules === "query";
  const size = paging.style === "none" ? [] : [[paging.sizeQuery, "2"]];
  const query = new URLSearchParams([
    ...(isFiltered ? [[lists.practitionerQuery, practitioner]] : []),
    ...size,
  ]).toString();
  const paragraph =
    kind === "schedule"
      ? isFiltered
        ? `Lists the schedules of one practitioner. The query parameter ${code(lists.practitionerQuery)}, the id of the practitioner, is required.${severalText[lists.several ?? "none"]}`
        : "Lists the schedules of one practitioner, whose id is in the path."
      : `Lists all ${nouns[kind].plural}, with the same fields as a single read.`;
  const { section } = await endpointSection(context, list, {
    title: `List ${nouns[kind].plural}`,
    paragraphs: [paging.style === "none" ? paragraph : `${paragraph} The list is paged.`],
    example: {
      method: list.method,
      path: `${list.path.replace("{id}", practitioner)}${query === "" ? "" : `?${query}`}`,
    },
  });
  return section;
}

async function writeSections(
  context: PageContext,
  kind: RecordKind,
  record: RecordDialect,
  example: ExampleRecord,
): Promise<string[]> {
  const { dialect } = context;
  const index = dialect.testIndex;
  const [create, update, remove] = (["record.create", "record.update", "record.delete"] as const).map((name) =>
    findRoute(context, name, kind),
  );
  if (!create || !update || !remove) return [];
  const content = writableContent(record, example.record);
  const inRequest = (body: Json): Json => withValue({}, dialect.envelope.request, body);
  const managed = managedPaths(record).map((path) => code(dotted(path)));
  const created = await endpointSection(context, create, {
    title: `Create ${nouns[kind].a}`,
    paragraphs: [
      `The body has the fields of the table except ${managed.join(" and ")}, which the service sets. Required: ${codes(requiredNames(record, isRequiredAtCreation))}. The response is the new record with its id.`,
    ],
    example: { method: create.method, path: create.path, index, body: inRequest(content) },
  });
  const id = textAt(created.body, [...dialect.envelope.resource, ...record.id]);
  const { changed, member } = changeOf(record, content);
  const updated = await endpointSection(context, update, {
    title: `Update ${nouns[kind].a}`,
    paragraphs: [updateParagraph(dialect, record, managed), updateAnswer(dialect)],
    example: {
      method: update.method,
      path: update.path.replace("{id}", example.id),
      index,
      body: inRequest(dialect.writes.update.whole ? changed : { [member]: changed[member] ?? null }),
    },
  });
  const removed = await endpointSection(context, remove, {
    title: `Delete ${nouns[kind].a}`,
    paragraphs: ["No body is required."],
    example: { method: remove.method, path: remove.path.replace("{id}", id), index },
  });
  return [created.section, updated.section, removed.section];
}

function updateAnswer({ writes }: Dialect): string {
  return writes.update.status === 204
    ? "The response has no body: read the record to see it as it is then."
    : "The response is the complete record after the update.";
}

function updateParagraph({ writes }: Dialect, record: RecordDialect, managed: readonly string[]): string {
  if (writes.update.whole)
    return `The body is the complete new record without ${managed.join(" and ")}. A field that is missing from the body is removed from the record, so read the record first and send all of its fields. Required: ${codes(requiredNames(record, isAlwaysRequired))}.`;
  const nested = record.fields.find(({ at }) => at.length > 1);
  const objectNote = nested ? ` An object (such as ${code(nested.at[0] ?? "")}) replaces the whole object.` : "";
  return `The body has the fields to change, at least one, and neither ${managed.join(" nor ")}. All other fields stay unchanged. An array replaces the whole array, and null removes a value.${objectNote}`;
}

/** The fields of a record that a client may write. */
function writableContent(record: RecordDialect, whole: JsonObject): JsonObject {
  return objectAt(
    record.fields.map((field) => {
      const value = valueAt(whole, field.at);
      return [field.at, field.ids?.form === "expanded" ? idIn(value, field) : value];
    }),
  );
}

/** The content with one visible change, and the top-level member that contains it. */
function changeOf(record: RecordDialect, content: JsonObject): { changed: JsonObject; member: string } {
  const arrays = record.fields.filter(({ at }) => Array.isArray(valueAt(content, at)));
  const path =
    (arrays.find(({ fact }) => fact === "phones" || fact === "plans") ?? arrays[0] ?? record.fields[0])?.at ?? [];
  const value = valueAt(content, path);
  const next = Array.isArray(value) && value.length > 1 ? value.slice(0, -1) : value;
  return { changed: next === undefined ? content : objectAt([[path, next]], content), member: path[0] ?? "" };
}
