import type { Asked, Writer } from "./writer.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { collectionPath, type Dialect, type FieldDialect, type PhoneForm } from "#/spelling/dialect.ts";
import { textAt, valueAt } from "#/json/path.ts";

/** The records that the examples are about, as the service sends them. */
export type Subjects = Partial<Readonly<Record<RecordKind, { readonly id: string; readonly record: JsonObject }>>>;

/** Among the schedules the one that shows the most in the fewest words, with what it refers to. */
export async function chooseSubjects(
  writer: Pick<Writer, "dialect" | "ask">,
  schedules: readonly string[],
): Promise<Subjects> {
  const { dialect } = writer;
  let best: { subjects: Subjects; shows: number; letters: number } | undefined;
  for (const id of schedules) {
    const schedule = await readRecord(writer, "schedule", id);
    if (!schedule) continue;
    const practitioner = await follow(writer, schedule, "practitioner");
    const place = await follow(writer, schedule, "place");
    const plan = await follow(writer, schedule, "plans");
    const subjects: Subjects = {
      schedule: { id, record: schedule },
      ...(practitioner && { practitioner }),
      ...(place && { place }),
      ...(plan && { plan }),
    };
    const shows = (["practitioner", "schedule", "place"] as const).reduce(
      (sum, kind) => sum + shownBy(dialect, kind, subjects[kind]?.record),
      plan ? 1 : 0,
    );
    const letters = JSON.stringify(subjects).length;
    if (!best || shows > best.shows || (shows === best.shows && letters < best.letters))
      best = { subjects, shows, letters };
  }
  if (!best) throw new Error("there is no schedule that the examples could be about");
  return best.subjects;
}

async function readRecord(
  { dialect, ask }: Pick<Writer, "dialect" | "ask">,
  kind: RecordKind,
  id: string,
): Promise<JsonObject | undefined> {
  if (!dialect.records[kind]) return undefined;
  const asked: Asked = { method: "GET", path: `${collectionPath(dialect, kind)}/${id}` };
  const { status, body } = await ask(asked);
  const record = valueAt(body, dialect.envelope.resource);
  return status === dialect.readStatus && isJsonObject(record) ? record : undefined;
}

async function follow(
  writer: Pick<Writer, "dialect" | "ask">,
  schedule: JsonObject,
  fact: "practitioner" | "place" | "plans",
) {
  const field = writer.dialect.records.schedule.fields.find((one) => one.fact === fact);
  const kind = fact === "plans" ? "plan" : fact;
  const found = field && valueAt(schedule, field.at);
  const id = field && idIn(Array.isArray(found) ? found[0] : found, field);
  const record = id === undefined || id === "" ? undefined : await readRecord(writer, kind, id);
  return id !== undefined && record ? { id, record } : undefined;
}

function idIn(value: Json | undefined, { ids }: FieldDialect): string {
  return textAt(value, ids?.form === "object" ? ids.id : []);
}

/** How many of its facts a record holds, with an extension and a label of a telephone number. */
function shownBy(dialect: Dialect, kind: RecordKind, record: JsonObject | undefined): number {
  return (dialect.records[kind]?.fields ?? []).reduce((sum, { at, phones }) => {
    const value = valueAt(record, at);
    const isEmpty =
      value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty ? sum : sum + 1 + (phones ? partsOf(value, phones) : 0);
  }, 0);
}

function partsOf(value: Json, form: PhoneForm): number {
  const has = (member: string): boolean =>
    Array.isArray(value) && value.some((entry) => textAt(entry, [member]) !== "");
  const marked = (mark: string): boolean => JSON.stringify(value).includes(` ${mark} `);
  if (form.form !== "objects") return Number(marked(form.mark));
  const { extension, label } = form;
  const hasExtension = typeof extension === "string" ? has(extension) : marked(extension.mark);
  return Number(hasExtension) + Number(label !== null && has(label));
}
