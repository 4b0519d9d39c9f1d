import { formatPointer, parsePointer, recordOperation, valueAt, type Json } from "@dc/api-client";
import { isAddress } from "#/suggestions/detect-paging.ts";
import { draftAccess } from "./draft-access.ts";
import { createDraft, type Draft, type ToldPaths } from "./draft-lines.ts";
import { draftRecords, ofUpdate, sendsWholeRecord, unwrapped } from "./draft-records.ts";
import { reportOf, type DraftReport } from "./draft-report.ts";
import { entriesOf, isDay, isInstant, leavesOf, listPointer, plainText, type Exchange, type Leaf } from "./exchange.ts";
import { findEndpoints, type Collection, type Endpoints } from "./find-endpoints.ts";

/** Proposes a profile from recorded answers, by the values that travel between them. */
export function draftFromRecordings(exchanges: readonly Exchange[], name: string, told: ToldPaths = {}): DraftReport {
  const draft = createDraft();
  draft.set("/name", name, "the name that was given");
  const prefix = draftAccess(draft, exchanges);
  const endpoints = findEndpoints(exchanges, prefix, told);
  draftRecords(draft, endpoints);
  for (const [type, { collection }] of endpoints.types) {
    const [read] = collection.reads;
    if (read !== undefined) draftOperation(draft, recordOperation("read", type), read, collection.resource);
    draftList(draft, recordOperation("list", type), collection, endpoints, exchanges);
    if (type !== "insurance") draftWrites(draft, type, collection);
  }
  draftSlots(draft, endpoints, exchanges);
  draftPatients(draft, endpoints);
  draftAppointment(draft, endpoints);
  draftIndexVersions(draft, endpoints, exchanges);
  return reportOf(draft, "recordings");
}

/** One operation, with where it was seen; returns its pointer. */
function draftOperation(draft: Draft, name: string, seen: Exchange, resource: string | null, variable = "id"): string {
  const pointer = `/operations/${name}`;
  draft.set(`${pointer}/method`, seen.method, seen.source);
  draft.set(`${pointer}/path`, seen.template.replaceAll("{}", `{${variable}}`), seen.source);
  draft.set(`${pointer}/success`, [seen.status], seen.source);
  if (resource !== null) draft.set(`${pointer}/resource`, resource, "it is there in the answer");
  return pointer;
}

function isWhole(value: string): boolean {
  return /^\d+$/.test(value);
}

function draftList(
  draft: Draft,
  name: string,
  { lists, ids }: Collection,
  { types }: Endpoints,
  exchanges: readonly Exchange[],
): void {
  const variables = (["practitioner", "schedule"] as const).map(
    (type) => [type, types.get(type)?.collection.ids] as const,
  );
  const variableOf = (value: string) => variables.find(([, known]) => known?.includes(value))?.[0] ?? null;
  // A request whose value is one of what it answers looks records up.
  const isLookUp = (list: Exchange) =>
    list.query.some(
      ([, value]) =>
        !isWhole(value) &&
        variableOf(value) === null &&
        !ids.includes(value) &&
        leavesOf(list.responseBody).some(
          (leaf) => value.length > 2 && plainText(leaf.value).toLowerCase().includes(value.toLowerCase()),
        ),
    );
  const list = lists.find((list) => !isLookUp(list));
  if (list === undefined) return;
  const pointer = draftOperation(draft, name, list, listPointer(list.responseBody) ?? "", "practitionerId");
  const paged = draftPaging(draft, pointer, list, exchanges);
  for (const [parameter, value] of list.query) {
    const variable = variableOf(value);
    const fixed = `Must "${parameter}" always be "${value}"?`;
    if (variable !== null) draft.set(`${pointer}/query/${parameter}`, `{${variable}Id}`, "its value is an id of one");
    else if (!paged.includes(parameter) && value !== "")
      draft.set(`${pointer}/query/${parameter}`, value, list.source, fixed);
  }
}

/** Drafts how a list continues, where two of its pages or an address tell it, and returns the parameters that it takes. */
function draftPaging(draft: Draft, root: string, list: Exchange, exchanges: readonly Exchange[]): readonly string[] {
  const resource = listPointer(list.responseBody) ?? "";
  const same = exchanges.filter(({ method, template }) => method === "GET" && template === list.template);
  const beside = leavesOf(resource === "" ? undefined : list.responseBody).filter(
    ({ pointer, value }) => typeof value === "string" && !pointer.startsWith(`${resource}/`),
  );
  const sent = ({ value }: Leaf) =>
    same.flatMap(({ query }) => query).find(([, text]) => text !== "" && text === value)?.[0];
  const link = beside.find(({ value }) => isAddress(plainText(value)));
  const cursor = beside.find((leaf) => sent(leaf) !== undefined);
  const size = list.query.filter(([, value]) => Number(value) === entriesOf(list).length).map(([name]) => name);
  const question = "How does this list continue? Ask for its second page.";
  const set = (key: string, value: Json, reason: string) => draft.set(`${root}/paging/${key}`, value, reason, question);
  if (link !== undefined) {
    set("style", "link", `there is an address beside the list, at ${link.pointer}`);
    set("next", link.pointer, "it is an address with a query");
    return [];
  }
  if (cursor === undefined) {
    draft.ask(`${root}/paging: ${question}`);
    return size;
  }
  const parameter = sent(cursor) ?? "";
  set("style", "cursor", `${cursor.pointer} is sent as "${parameter}"`);
  set("query", parameter, `${cursor.pointer} is sent in it`);
  set("next", cursor.pointer, `it is sent as "${parameter}"`);
  return [parameter];
}

function draftWrites(draft: Draft, type: string, collection: Collection): void {
  const write = (
    verb: "create" | "update",
    seen: Exchange | undefined,
    placeholder: string,
    question: string | null,
  ) => {
    if (seen === undefined) return;
    const isEmpty = seen.responseBody === undefined;
    const pointer = draftOperation(draft, recordOperation(verb, type), seen, isEmpty ? null : collection.resource);
    const wrapper = unwrapped(seen.requestBody, collection)?.wrapper ?? "";
    const body = wrapper === "" ? placeholder : { [wrapper]: placeholder };
    draft.set(`${pointer}/body`, body, "what is sent stands there", question);
    if (isEmpty)
      draft.set(`${pointer}/answer`, "nothing", "it is answered without a body", "Is it answered without a body?");
  };
  write("create", collection.creates[0], "{record}", null);
  write("update", collection.updates[0], sendsWholeRecord(collection) === true ? "{record}" : "{changes}", ofUpdate);
  draftDelete(draft, recordOperation("delete", type), collection.deletes[0] ?? null);
}

function draftDelete(draft: Draft, name: string, remove: Exchange | null): void {
  if (remove === null) return;
  const pointer = draftOperation(draft, name, remove, null);
  const question = remove.method === "DELETE" ? null : `Does ${remove.source} delete it?`;
  draft.set(`${pointer}/answer`, "any", "what a deletion answers does not matter", question);
  if (name === "deleteIndexVersion") draft.set(`${pointer}/takesIndex`, false, "index versions are in no index");
}

const timeForms: readonly (readonly [RegExp, string])[] = [
  [/^\d{13}$/, ":milliseconds"],
  [/^\d{9,10}$/, ":seconds"],
  [/^\d{4}-\d{2}-\d{2}$/, ":date"],
  [/T\d{2}:/, ""],
];

function draftSlots(draft: Draft, { slots, types }: Endpoints, exchanges: readonly Exchange[]): void {
  if (slots === null) {
    draft.ask("/operations/listOpenSlots: which request lists the open slots of a schedule?");
    return;
  }
  const root = draftOperation(draft, "listOpenSlots", slots, listPointer(slots.responseBody) ?? "", "scheduleId");
  const paged = draftPaging(draft, root, slots, exchanges);
  const schedules = types.get("schedule")?.collection.ids ?? [];
  const instant = (text: string) => (isWhole(text) ? Number(text) * (text.length > 11 ? 1 : 1000) : Date.parse(text));
  const times = slots.query
    .flatMap(([name, value]) => {
      const form = schedules.includes(value) ? undefined : timeForms.find(([pattern]) => pattern.test(value));
      return form === undefined ? [] : [{ name, value: instant(value), form: form[1] }];
    })
    .toSorted((a, b) => a.value - b.value);
  times.slice(0, 2).forEach(({ name, form }, position) => {
    const zone = form === ":date" ? "In which time zone is this a day: the schedule's, or always the same one?" : null;
    const [which, variable] = position === 0 ? ["earlier", "from"] : ["later", "to"];
    draft.set(`${root}/query/${name}`, `{${variable}${form}}`, `the ${which} of two times`, zone);
  });
  for (const [name, value] of slots.query) {
    if (times.some((time) => time.name === name) || paged.includes(name) || value === "") continue;
    if (schedules.includes(value))
      draft.set(`${root}/query/${name}`, "{scheduleId}", "its value is the id of a schedule");
    else draft.set(`${root}/query/${name}`, value, slots.source, `Must "${name}" always be "${value}"?`);
  }
  const leaves = entriesOf(slots).flatMap((entry) => leavesOf(entry));
  const start = leaves.find(({ value }) => isInstant(value));
  const numbers = leaves.filter(({ value }) => isWhole(plainText(value)));
  const names = [...new Set(numbers.map(({ pointer }) => pointer))];
  if (start !== undefined) draft.set("/answers/openSlot/startAt/at", start.pointer, "its values are times");
  const [length, second] = names;
  if (length !== undefined)
    draft.set(
      "/answers/openSlot/duration/at",
      length,
      "its values are numbers",
      second === undefined ? null : `Which one is the duration: ${names.join(", ")}?`,
    );
}

function draftPatients(draft: Draft, { createPatient, findPatients, types, resource }: Endpoints): void {
  if (findPatients === null)
    draft.ask("/operations/findPatients: which request finds a patient by date of birth and name?");
  else {
    const pointer = draftOperation(draft, "findPatients", findPatients, listPointer(findPatients.responseBody) ?? "");
    for (const [name, value] of findPatients.query)
      draft.set(
        `${pointer}/query/${name}`,
        isDay(value) ? "{dateOfBirth}" : "{name}",
        "beside each other",
        isDay(value) ? null : `Does ${name} take the name?`,
      );
    draft.set(`${pointer}/takesIndex`, false, "patients are in no index");
    draft.set(`${pointer}/private`, true, "patients' data");
  }
  const insurances = types.get("insurance")?.collection.ids ?? [];
  const sent = leavesOf(createPatient?.requestBody);
  const roleOf = ({ value }: Leaf) =>
    isDay(value) ? "dateOfBirth" : insurances.includes(String(value)) ? "insuranceId" : null;
  const patient = findPatients === null ? undefined : entriesOf(findPatients)[0];
  const leaves = leavesOf(patient ?? valueAt(createPatient?.responseBody, resource));
  // What was recorded of a patient stays out of the profile.
  const open = sent.filter((leaf) => roleOf(leaf) === null);
  const asked = findPatients?.query.map(([, value]) => value).find((value) => !isDay(value)) ?? "";
  const names = open
    .filter(({ value }) => plainText(value) !== "" && asked.includes(plainText(value)))
    .toSorted((a, b) => asked.indexOf(plainText(a.value)) - asked.indexOf(plainText(b.value)));
  const question = `Which hold {firstName} and {lastName}: ${open.map(({ pointer }) => pointer).join(", ")}?`;
  if (createPatient !== null && names.length !== 2)
    draft.ask(`/operations/createPatient: does ${createPatient.source} make a patient? ${question}`);
  else if (createPatient !== null) {
    const root = draftOperation(draft, "createPatient", createPatient, resource);
    for (const leaf of sent) {
      const role = roleOf(leaf);
      if (role !== null) draft.set(`${root}/body${leaf.pointer}`, `{${role}}`, "by its value");
    }
    for (const [position, { pointer }] of names.entries())
      draft.set(
        `${root}/body${pointer}`,
        position === 0 ? "{firstName}" : "{lastName}",
        "a part of the name that was asked for",
        question,
      );
    draft.set(`${root}/takesIndex`, false, "patients are in no index");
    draft.set(`${root}/private`, true, "patients' data");
  }
  const given = leaves.filter(({ value }) => !sent.some((leaf) => leaf.value === value));
  setId(draft, "/answers/patient/id", given);
  for (const leaf of sent) {
    const role = roleOf(leaf);
    const back = role === null ? undefined : leaves.find(({ value }) => value === leaf.value);
    if (back === undefined) continue;
    const [outer = "", ...inner] = parsePointer(back.pointer) ?? [];
    const pointer = `/answers/patient/${role === "insuranceId" ? "insurance" : "dateOfBirth"}`;
    draft.set(`${pointer}/at`, formatPointer([outer]), "what was sent comes back there");
    if (inner.length > 0)
      draft.set(`${pointer}/shape`, { form: "object", id: formatPointer(inner) }, "the id is in an object");
  }
}

/** The id among the values that the service gave: the only one that looks like one, or a question. */
function setId(draft: Draft, root: string, given: readonly Leaf[]): void {
  const ids = given.filter(
    ({ value, pointer }) =>
      !pointer.includes("/*") && /^[A-Za-z]+[-_.:]\S|^\d+$/.test(String(value)) && !isInstant(value),
  );
  const names = ids.map(({ pointer }) => pointer);
  const [first, second] = ids;
  if (first === undefined) return;
  const question = second === undefined ? null : `Which one is the id: ${names.join(", ")}?`;
  draft.set(`${root}/at`, first.pointer, "a value that the service gave", question);
}

function draftAppointment(
  draft: Draft,
  { createAppointment: booking, types, createPatient, findPatients, slots, resource }: Endpoints,
): void {
  if (booking === null) {
    draft.ask("/operations/createAppointment: which request books an appointment?");
    return;
  }
  const schedules = types.get("schedule")?.collection.ids ?? [];
  const valuesOf = (...seen: readonly (Exchange | null)[]) =>
    new Set(seen.flatMap((exchange) => leavesOf(exchange?.responseBody).map(({ value }) => String(value))));
  const patients = valuesOf(createPatient, findPatients);
  const offered = valuesOf(slots);
  const sent = leavesOf(booking.requestBody);
  const roles = sent.flatMap(({ pointer, value }): readonly (readonly [string, string])[] => {
    const text = String(value);
    const length = typeof value === "string" ? "{duration:string}" : "{duration}";
    if (schedules.includes(text)) return [[pointer, "{scheduleId}"]];
    if (isInstant(value)) return [[pointer, "{startAt}"]];
    if (isWhole(text) && offered.has(text)) return [[pointer, length]];
    return patients.has(text) ? [[pointer, "{patientId}"]] : [];
  });
  const open = sent.filter(({ pointer }) => !roles.some(([known]) => known === pointer)).map(({ pointer }) => pointer);
  if (open.length > 0 || roles.length < 4) {
    draft.ask(`/operations/createAppointment: what of a booking by ${booking.source} do ${open.join(", ")} hold?`);
    return;
  }
  const root = draftOperation(draft, "createAppointment", booking, resource);
  draft.set(`${root}/private`, true, "patients' data");
  for (const [pointer, role] of roles) draft.set(`${root}/body${pointer}`, role, "by its value");
  const made = leavesOf(valueAt(booking.responseBody, resource));
  const values = new Set(sent.map(({ value }) => value));
  setId(
    draft,
    "/answers/appointment/id",
    made.filter(({ value }) => !values.has(value)),
  );
  const start = made.find(({ value }) => isInstant(value) && values.has(value));
  if (start !== undefined)
    draft.set("/answers/appointment/startAt/at", start.pointer, "the start that was sent comes back there");
}

function draftIndexVersions(
  draft: Draft,
  { indexVersions, resource }: Endpoints,
  exchanges: readonly Exchange[],
): void {
  const { create, read, list } = indexVersions;
  const made = leavesOf(valueAt(create?.responseBody, resource));
  const sent = leavesOf(create?.requestBody);
  const name = sent.find(({ value }) => made.some((leaf) => leaf.value === value));
  if (create === null || name === undefined) {
    draft.ask(
      "/operations/createIndexVersion: which request creates an index version, and where does it take its name?",
    );
    return;
  }
  const root = draftOperation(draft, "createIndexVersion", create, resource);
  const question = sent.length > 1 ? "What do the members of a new index version hold?" : null;
  for (const { pointer, value } of sent)
    draft.set(`${root}/body${pointer}`, pointer === name.pointer ? "{name}" : value, create.source, question);
  draft.set(`${root}/takesIndex`, false, "index versions are in no index");
  const prefix = valueAt(draft.profile, "/indexes/prefix");
  const id = made.find(({ value }) => typeof prefix === "string" && plainText(value).startsWith(prefix));
  const back = made.find(({ value }) => value === name.value);
  if (id !== undefined)
    draft.set("/answers/indexVersion/id/at", id.pointer, "the value begins like an index version's");
  if (back !== undefined)
    draft.set("/answers/indexVersion/name/at", back.pointer, "the name that was sent comes back there");
  for (const [operation, seen] of [
    ["readIndexVersion", read],
    ["listIndexVersions", list],
  ] as const) {
    if (seen === null) continue;
    const isList = operation === "listIndexVersions";
    const pointer = draftOperation(draft, operation, seen, isList ? (listPointer(seen.responseBody) ?? "") : resource);
    draft.set(`${pointer}/takesIndex`, false, "index versions are in no index");
    if (isList) draftPaging(draft, pointer, seen, exchanges);
  }
  draftDelete(draft, "deleteIndexVersion", indexVersions.delete);
}
