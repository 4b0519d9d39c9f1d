import { code, codes, dotted, table } from "./markdown.ts";
import { fieldRows, leftToService, neededNames, nouns, ownershipWords } from "./record-fields.ts";
import type { Subjects } from "./subjects.ts";
import { endpoint, routeOf, type Writer } from "./writer.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Dialect, RecordDialect } from "#/spelling/dialect.ts";
import { objectAt, textAt, valueAt, withValue } from "#/json/path.ts";
import type { RouteSpelling } from "#/spelling/spelling.ts";

const titles: Readonly<Record<RecordKind, string>> = {
  practitioner: "Practitioners",
  schedule: "Schedules",
  place: "Places of practice",
  plan: "Insurances",
};

/** What one kind of record holds, and how it is read, listed and, where that is offered, written. */
export async function recordChapter(
  writer: Writer,
  kind: RecordKind,
  { routes, subjects }: { routes: readonly RouteSpelling[]; subjects: Subjects },
): Promise<string[]> {
  const { dialect } = writer;
  const record = dialect.records[kind];
  const subject = subjects[kind];
  if (!record || !subject) return [];
  const empty = dialect.empties === "null" ? "may be null" : "may be missing, null or empty";
  const chapter = [
    `## ${titles[kind]}: ${code(record.collection)}`,
    ...ownershipWords(dialect, kind),
    table(
      ["Member", "Type", "Means", ""],
      fieldRows(dialect, kind, record).map(({ name, type, words, isSure }) => [
        code(name),
        type,
        words,
        isSure ? "always there" : empty,
      ]),
    ),
  ];
  const read = routeOf(routes, "record.read", kind);
  if (read) {
    const { section } = await endpoint(writer, read, {
      title: `Read ${nouns[kind].a}`,
      words: [],
      asked: { method: read.method, path: read.path.replace("{id}", subject.id) },
    });
    chapter.push(section);
  }
  const list = routeOf(routes, "record.list", kind);
  if (list) chapter.push(await listSection(writer, kind, list, subjects));
  return [...chapter, ...(await writeSections(writer, kind, { record, subject, routes }))];
}

async function listSection(writer: Writer, kind: RecordKind, list: RouteSpelling, subjects: Subjects): Promise<string> {
  const { lists, paging } = writer.dialect;
  const practitioner = subjects.practitioner?.id ?? "";
  const isFiltered = kind === "schedule" && lists.schedulesOf === "query";
  const size = paging.style === "none" ? [] : [[paging.sizeQuery, "2"]];
  const query = new URLSearchParams([...(isFiltered ? [[lists.filter, practitioner]] : []), ...size]).toString();
  const words =
    kind === "schedule"
      ? isFiltered
        ? `The schedules of one practitioner. Query: ${code(lists.filter)}, the practitioner's id, is needed.`
        : "The schedules of one practitioner, whose id is in the path."
      : `All ${nouns[kind].many}, each as it is read one by one.`;
  const { section } = await endpoint(writer, list, {
    title: `List ${nouns[kind].many}`,
    words: [paging.style === "none" ? words : `${words} Comes in pages.`],
    asked: {
      method: list.method,
      path: `${list.path.replace("{id}", practitioner)}${query === "" ? "" : `?${query}`}`,
    },
  });
  return section;
}

async function writeSections(
  writer: Writer,
  kind: RecordKind,
  {
    record,
    subject,
    routes,
  }: { record: RecordDialect; subject: { id: string; record: JsonObject }; routes: readonly RouteSpelling[] },
): Promise<string[]> {
  const { dialect } = writer;
  const index = dialect.testIndex;
  const [create, update, remove] = (["record.create", "record.update", "record.delete"] as const).map((name) =>
    routeOf(routes, name, kind),
  );
  if (!create || !update || !remove) return [];
  const sent = bare(record, subject.record);
  const inRequest = (body: Json): Json => withValue({}, dialect.envelope.request, body);
  const left = codes(leftToService(record).map(dotted));
  const needed = neededNames(record);
  const made = await endpoint(writer, create, {
    title: `Create ${nouns[kind].a}`,
    words: [
      `The body has the members of the table, without ${left}, which the service sets. Needed: ${codes(needed)}. The answer is the new record with its id.`,
    ],
    asked: { method: create.method, path: create.path, index, body: inRequest(sent) },
  });
  const id = textAt(made.answer, [...dialect.envelope.resource, ...record.id]);
  const { changed, member } = changedIn(record, sent);
  const updated = await endpoint(writer, update, {
    title: `Update ${nouns[kind].a}`,
    words: [updateWords(dialect, record, left), "The answer is the whole record as it is now."],
    asked: {
      method: update.method,
      path: update.path.replace("{id}", subject.id),
      index,
      body: inRequest(dialect.writes.update.whole ? changed : { [member]: changed[member] ?? null }),
    },
  });
  const removed = await endpoint(writer, remove, {
    title: `Delete ${nouns[kind].a}`,
    words: ["No body is needed."],
    asked: { method: remove.method, path: remove.path.replace("{id}", id), index },
  });
  return [made.section, updated.section, removed.section];
}

function updateWords({ writes }: Dialect, record: RecordDialect, left: string): string {
  if (writes.update.whole)
    return `The body is the whole record as it is to be, without ${left}. A member that is left out is gone afterwards, so read the record first and send back all of it. Needed: ${codes(neededNames(record))}.`;
  const grouped = record.fields.find(({ at }) => at.length > 1);
  const group = grouped
    ? ` An object (such as ${code(grouped.at[0] ?? "")}) replaces the whole object, with all its members.`
    : "";
  return `The body has the members that change, at least one and never ${left}; the others stay as they are. A list replaces the whole list, and null takes a value away.${group}`;
}

/** The record as one would send it. */
function bare(record: RecordDialect, whole: JsonObject): JsonObject {
  const places = record.fields.map(({ at }) => at);
  return objectAt(places.map((at) => [at, valueAt(whole, at)]));
}

/** The record after a change that one can see, and the member that it is in. */
function changedIn(record: RecordDialect, sent: JsonObject): { changed: JsonObject; member: string } {
  const lists = record.fields.filter(({ at }) => Array.isArray(valueAt(sent, at)));
  const at =
    (lists.find(({ fact }) => fact === "phones" || fact === "plans") ?? lists[0] ?? record.fields[0])?.at ?? [];
  const value = valueAt(sent, at);
  const next = Array.isArray(value) && value.length > 1 ? value.slice(0, -1) : value;
  return { changed: next === undefined ? sent : objectAt([[at, next]], sent), member: at[0] ?? "" };
}
