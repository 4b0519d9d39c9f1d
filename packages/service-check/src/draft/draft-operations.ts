import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  nameSimilarity,
  parentPointer,
  recordOperation,
  valueAt,
  type Json,
} from "@dc/api-client";
import { isAddress } from "#/suggestions/detect-paging.ts";
import type { Draft } from "./draft-lines.ts";
import { sendsWholeRecord, unwrapped } from "./draft-records.ts";
import type { Collection, Endpoints } from "./find-endpoints.ts";
import { isPagingName, isSizeName, saidOf } from "./paging-names.ts";
import { entriesOf, isDay, isInstant, leavesOf, listPointer, type Exchange, plainText } from "./service-description.ts";

/** Sets of one operation, with where it was seen. */
function draftOperation(draft: Draft, name: string, { source, method, status }: Exchange, path: string) {
  const at = (...keys: string[]) => ["operations", name, ...keys];
  draft.set(at("method"), method, source);
  draft.set(at("path"), path, source);
  draft.set(at("success"), [status], source);
  return at;
}

/** The path of a template, with our variables where it changes. */
function pathOf(template: string, ...variables: readonly string[]): string {
  let next = 0;
  return template.replaceAll("{}", () => `{${variables[next++] ?? "id"}}`);
}

/** Drafts what can be asked of the service. */
export function draftOperations(draft: Draft, endpoints: Endpoints, exchanges: readonly Exchange[]): void {
  for (const [type, { collection }] of endpoints.types) {
    const [read] = collection.reads;
    if (read !== undefined) {
      const at = draftOperation(draft, recordOperation("read", type), read, pathOf(read.template));
      draft.set(at("resource"), collection.resource, "the record is there");
    }
    const isLookUp = (list: Exchange) => endpoints.lookUps.some(({ exchange }) => exchange === list);
    const lists = collection.lists.filter((list) => !isLookUp(list));
    draftList(draft, recordOperation("list", type), lists, endpoints, exchanges);
    if (type !== "insurance") draftWrites(draft, type, collection);
  }
  draftSlots(draft, endpoints, exchanges);
  draftPatients(draft, endpoints);
  draftAppointment(draft, endpoints);
  draftIndexVersions(draft, endpoints, exchanges);
  if (exchanges.length === 0) draft.ask("/operations: the description has no request.");
}

/** The query parameters of a list that are not about its pages. */
function ownParameters(list: Exchange): readonly (readonly [string, string])[] {
  return list.query.filter(([name]) => !isPagingName(name, list));
}

function draftList(
  draft: Draft,
  name: string,
  lists: readonly Exchange[],
  { types }: Endpoints,
  exchanges: readonly Exchange[],
): void {
  const [list] = lists;
  if (list === undefined) return;
  const practitioners = types.get("practitioner")?.collection;
  const schedules = types.get("schedule")?.collection;
  const variableOf = (value: string, parameter: string) =>
    practitioners?.ids.includes(value) === true || /practitioner/i.test(saidOf(parameter, list))
      ? "practitionerId"
      : schedules?.ids.includes(value) === true || /schedule/i.test(saidOf(parameter, list))
        ? "scheduleId"
        : null;
  const at = draftOperation(draft, name, list, pathOf(list.template, "practitionerId"));
  for (const [parameter, value] of ownParameters(list)) {
    const variable = variableOf(value, parameter);
    if (variable !== null) draft.set(at("query", parameter), `{${variable}}`, "its value is an id of one");
    else if (value !== "")
      draft.set(at("query", parameter), value, list.source, `Must "${parameter}" always be "${value}"?`);
  }
  draft.set(at("resource"), listPointer(list.responseBody) ?? "", "the list is there");
  draftPaging(draft, name, list, exchanges);
}

/** Drafts how a list continues, by the parameters that are named like pages and by what stands beside the list. */
function draftPaging(draft: Draft, name: string, list: Exchange, lists: readonly Exchange[]): void {
  const at = (...keys: string[]) => ["operations", name, "paging", ...keys];
  const resource = listPointer(list.responseBody) ?? "";
  const outer = valueAt(list.responseBody, parentPointer(resource));
  const around = resource === "" ? undefined : outer;
  const beside = isJsonObject(around)
    ? Object.entries(around).filter(([, value]) => !isJsonArray(value) && !isJsonObject(value))
    : [];
  const pointerTo = (key: string) => parentPointer(resource) + formatPointer([key]);
  const paged = list.query.filter(([parameter]) => isPagingName(parameter, list));
  const size = paged.find(
    ([parameter]) => /number of entries of|page size|how many/i.test(saidOf(parameter, list)) || isSizeName(parameter),
  );
  const page = paged.find(([parameter]) => parameter !== size?.[0]);
  // Where this list ends with its first page, another one may show what leads on.
  const everywhere = (key: string) => lists.map(({ responseBody }) => valueAt(responseBody, pointerTo(key)));
  const link = beside.find(([key]) => everywhere(key).some((value) => typeof value === "string" && isAddress(value)));
  const flag = beside.find(([key, value]) => typeof value === "boolean" && !/ok|success/i.test(key));
  const next = beside.find(
    ([key, value]) =>
      (typeof value === "string" && value !== "") ||
      (value === null && (isNextName(key) || everywhere(key).some((other) => typeof other === "string"))) ||
      (typeof value === "number" && isNextName(key)),
  );
  const question = "How does this list continue? Ask for its second page.";
  const sizes = () => {
    if (size === undefined) return;
    const number = defaultSize(size, list);
    draft.set(at("sizeQuery"), size[0], "a parameter is named like a size", question);
    draft.set(
      at("size"),
      number ?? 100,
      number === null ? "a page of usual size" : "the default of the description",
      "How many entries may a page have?",
    );
  };
  if (link !== undefined) {
    draft.set(at("style"), "link", `beside the list there is an address at ${pointerTo(link[0])}`, question);
    draft.set(at("next"), pointerTo(link[0]), "it is an address with a query", question);
  } else if (flag !== undefined) {
    draft.set(at("style"), "page", `beside the list, ${pointerTo(flag[0])} is ${plainText(flag[1])}`, question);
    draft.set(at("query"), page?.[0] ?? "page", "a parameter is named like a page", question);
    draft.set(at("first"), 1, "pages are usually counted from 1", question);
    draft.set(at("more"), pointerTo(flag[0]), "it is true or false", question);
    sizes();
  } else if (next !== undefined) {
    draft.set(at("style"), "cursor", `beside the list there is ${pointerTo(next[0])}`, question);
    draft.set(at("query"), page?.[0] ?? "cursor", "a parameter is named like a cursor", question);
    draft.set(at("next"), pointerTo(next[0]), "it may lead to the next page", question);
    sizes();
  } else if (size !== undefined && page !== undefined) {
    draft.set(
      at("style"),
      "offset",
      "parameters are named like a size and an offset, and nothing beside the list leads on",
      question,
    );
    draft.set(at("query"), page[0], "a parameter is named like an offset", question);
    sizes();
  } else if (size !== undefined) {
    draft.ask(`/operations/${name}/paging: ${question}`);
  }
}

function isNextName(key: string): boolean {
  return /next|cursor|after|onward|following|continu|resume/i.test(key);
}

function defaultSize([name, value]: readonly [string, string], list: Exchange): number | null {
  const said = /default(?: is|:)? (\d+)/i.exec(saidOf(name, list))?.[1];
  const number = Number(said ?? value);
  return Number.isInteger(number) && number > 0 && said !== undefined ? number : null;
}

function draftWrites(draft: Draft, type: string, collection: Collection): void {
  const wrap = (wrapper: string, placeholder: string): Json =>
    wrapper === "" ? placeholder : { [wrapper.slice(1)]: placeholder };
  const [create] = collection.creates;
  if (create !== undefined) {
    const at = draftOperation(draft, recordOperation("create", type), create, pathOf(create.template));
    const sent = unwrapped(create.requestBody, collection);
    draft.set(at("body"), wrap(sent?.wrapper ?? "", "{record}"), "the record is sent there");
    draftAnswer(draft, at, create, collection.resource);
  }
  const [update] = collection.updates;
  if (update !== undefined) {
    const at = draftOperation(draft, recordOperation("update", type), update, pathOf(update.template));
    const sent = unwrapped(update.requestBody, collection);
    const isWhole = sendsWholeRecord(collection)?.isWhole === true;
    draft.set(
      at("body"),
      wrap(sent?.wrapper ?? "", isWhole ? "{record}" : "{changes}"),
      "what is sent stands there",
      "Does an update send the whole record, or the members that change?",
    );
    draftAnswer(draft, at, update, collection.resource);
  }
  const [remove] = collection.deletes;
  if (remove !== undefined) draftDelete(draft, recordOperation("delete", type), remove, collection.resource);
}

function draftDelete(draft: Draft, name: string, remove: Exchange, resource: string): void {
  const at = draftOperation(draft, name, remove, pathOf(remove.template));
  draft.set(at("answer"), "any", "what a deletion answers does not matter");
  draft.set(at("resource"), resource, "nothing is read there");
}

function draftAnswer(
  draft: Draft,
  at: (...keys: string[]) => string[],
  { responseBody }: Exchange,
  resource: string,
): void {
  if (responseBody === undefined) {
    draft.set(at("answer"), "nothing", "it is answered without a body", "Is it answered without a body?");
    return;
  }
  draft.set(at("resource"), resource, "the record is there");
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
    draftSlotParts(draft, null);
    return;
  }
  const at = draftOperation(draft, "listOpenSlots", slots, pathOf(slots.template, "scheduleId"));
  const schedules = types.get("schedule")?.collection.ids ?? [];
  const times = slots.query.flatMap(([name, value]) => {
    const form = timeForms.find(([pattern]) => pattern.test(value));
    return form === undefined || schedules.includes(value) ? [] : [{ name, value, form: form[1] }];
  });
  const ordered = times.toSorted((a, b) => instantOf(a.value) - instantOf(b.value));
  const saidOfTimes = ordered.map(({ name }) => saidOf(name, slots)).join(" ");
  const zone = /in the time zone [`"']?([A-Z][A-Za-z_]+\/[A-Za-z_/-]+)/.exec(saidOfTimes)?.[1];
  ordered.slice(0, 2).forEach(({ name, form }, position) => {
    const said = saidOf(name, slots);
    const isDate = form === ":date";
    const written = `${form}${isDate && zone !== undefined ? `@${zone}` : ""}`;
    const question =
      isDate && said === "" ? "In which time zone is this a day: the schedule's, or always the same one?" : null;
    draft.set(
      at("query", name),
      `{${position === 0 ? "from" : "to"}${written}}`,
      `the ${position === 0 ? "earlier" : "later"} of two times`,
      question,
    );
  });
  for (const [name, value] of slots.query) {
    if (times.some((time) => time.name === name) || isPagingName(name, slots)) continue;
    if (schedules.includes(value) || /schedule/i.test(saidOf(name, slots)))
      draft.set(at("query", name), "{scheduleId}", "its value is the id of a schedule");
    else if (value !== "") draft.set(at("query", name), value, slots.source, `Must "${name}" always be "${value}"?`);
  }
  draft.set(at("resource"), listPointer(slots.responseBody) ?? "", "the list is there");
  draftPaging(draft, "listOpenSlots", slots, exchanges);
  draftSlotParts(draft, slots);
}

function instantOf(value: string): number {
  return /^\d+$/.test(value) ? Number(value) * (value.length > 11 ? 1 : 1000) : Date.parse(value);
}

function draftSlotParts(draft: Draft, slots: Exchange | null): void {
  const leaves = slots === null ? [] : entriesOf(slots).flatMap((entry) => leavesOf(entry));
  const start = leaves.find(({ value }) => isInstant(value));
  const length = leaves.find(
    ({ pointer, value }) => pointer !== start?.pointer && value !== "" && Number.isInteger(Number(value ?? "x")),
  );
  if (start === undefined)
    draft.set(
      ["answers", "openSlot", "startAt", "at"],
      "/start_at",
      "the interface's own",
      "Where is the start in a slot?",
    );
  else draft.set(["answers", "openSlot", "startAt", "at"], start.pointer, "its values are times");
  if (length === undefined)
    draft.set(
      ["answers", "openSlot", "duration", "at"],
      "/duration",
      "the interface's own",
      "Where is the duration in a slot?",
    );
  else draft.set(["answers", "openSlot", "duration", "at"], length.pointer, "its values are numbers");
  const resource = listPointer(slots?.responseBody) ?? "";
  const said =
    slots === null || length === undefined ? "" : (slots.words.members[`${resource}/*${length.pointer}`] ?? "");
  const unit = /\b(seconds|minutes|hours)\b/.exec(said)?.[1];
  const values = leaves.filter(({ pointer }) => pointer === length?.pointer).map(({ value }) => Number(value));
  const guess = values.some((value) => value >= 300) ? "seconds" : "minutes";
  draft.set(
    ["units", "slotDuration"],
    unit ?? guess,
    unit === undefined ? `a slot of ${String(values[0] ?? "?")} is plausible so` : `"${said}"`,
    unit === undefined ? "In which unit is the duration of a slot?" : null,
  );
}

const patientNames = {
  firstName: ["first name", "given name", "forename", "given", "first"],
  lastName: ["last name", "family name", "surname", "family", "last"],
} as const;

function draftPatients(draft: Draft, { createPatient, findPatients, types, resource }: Endpoints): void {
  const insurances = types.get("insurance")?.collection.ids ?? [];
  if (findPatients !== null) {
    const at = draftOperation(draft, "findPatients", findPatients, findPatients.template);
    for (const [name, value] of findPatients.query)
      draft.set(
        at("query", name),
        isDay(value) ? "{dateOfBirth}" : "{name}",
        isDay(value) ? "its value is a date" : "the value beside the date of birth",
      );
    draft.set(at("takesIndex"), false, "patients are in no index");
    draft.set(at("resource"), listPointer(findPatients.responseBody) ?? "", "the list is there");
    draft.set(at("private"), true, "patients' data");
  } else draft.ask("/operations/findPatients: which request looks for a patient by date of birth and name?");
  const sent = createPatient === null ? [] : leavesOf(createPatient.requestBody);
  const roles = new Map(
    sent.flatMap((leaf): [string, string][] => {
      const { pointer, value } = leaf;
      if (isDay(value)) return [[pointer, "dateOfBirth"]];
      if (insurances.includes(String(value)) || /insurance|plan|cover|polic/i.test(pointer))
        return [[pointer, "insuranceId"]];
      return [];
    }),
  );
  const names = sent.filter(({ pointer, value }) => !roles.has(pointer) && typeof value === "string");
  for (const role of ["firstName", "lastName"] as const) {
    const scored = names
      .filter(({ pointer }) => !roles.has(pointer))
      .map(({ pointer }) => ({
        pointer,
        score: Math.max(...patientNames[role].map((one) => nameSimilarity(one, pointer.split("/").at(-1) ?? ""))),
      }))
      .toSorted((a, b) => b.score - a.score);
    if (scored[0] !== undefined) roles.set(scored[0].pointer, role);
  }
  if (createPatient !== null) {
    const at = draftOperation(draft, "createPatient", createPatient, createPatient.template);
    for (const [pointer, role] of roles)
      draft.set(
        [...at("body"), ...pointer.slice(1).split("/")],
        `{${role}}`,
        role === "dateOfBirth" ? "its value is a date" : "by its name and its value",
        role === "dateOfBirth" ? null : `Is ${pointer} the ${role} of a patient?`,
      );
    // What was recorded of a patient stays out of the profile.
    for (const { pointer } of sent)
      if (!roles.has(pointer))
        draft.ask(`/operations/createPatient/body: what does ${pointer} hold, and is it needed?`);
    draft.set(at("takesIndex"), false, "patients are in no index");
    draft.set(at("private"), true, "patients' data");
    draft.set(at("resource"), resource, "single things are there");
  }
  draftPatientParts(draft, { createPatient, findPatients, resource, roles });
}

function draftPatientParts(
  draft: Draft,
  {
    createPatient,
    findPatients,
    resource,
    roles,
  }: Pick<Endpoints, "createPatient" | "findPatients" | "resource"> & { readonly roles: ReadonlyMap<string, string> },
): void {
  const patient = findPatients === null ? undefined : entriesOf(findPatients)[0];
  const made = createPatient === null ? undefined : valueAt(createPatient.responseBody, resource);
  const whole: Json | undefined = patient ?? made;
  const sent = new Map(leavesOf(createPatient?.requestBody).map(({ pointer, value }) => [pointer, value]));
  const at = (part: string, key = "at") => ["answers", "patient", part, key];
  const leaves = leavesOf(whole);
  const fresh = leaves.filter(
    ({ value, pointer }) =>
      typeof value === "string" &&
      ![...sent.values()].includes(value) &&
      !isDay(value) &&
      !isInstant(value) &&
      !/\s/.test(value) &&
      pointer.split("/").length === 2,
  );
  const id =
    fresh.find(({ value }) => /^[A-Za-z]+[-_.:]|\d/.test(String(value))) ??
    leaves.find(({ pointer }) => /id$/i.test(pointer));
  draft.set(
    at("id"),
    id?.pointer ?? "/id",
    id === undefined ? "the interface's own" : "a value that the service gave",
    id === undefined ? "Where is the id of a patient?" : null,
  );
  const prefix = /^[A-Za-z]+[-_.:]/.exec(String(id?.value ?? ""))?.[0];
  if (prefix !== undefined)
    draft.set(at("id", "idPrefix"), prefix, `the id that was seen begins so`, "How do ids of patients begin?");
  for (const [pointer, role] of roles) {
    const inAnswer =
      leaves.find(
        (leaf) => leaf.value === sent.get(pointer) && (leaf.pointer === pointer || pointer.endsWith(leaf.pointer)),
      ) ?? leaves.find((leaf) => leaf.value === sent.get(pointer));
    if (inAnswer === undefined) continue;
    const reason = "what was sent comes back there";
    const question =
      role === "dateOfBirth"
        ? null
        : `Is ${inAnswer.pointer} the ${role === "insuranceId" ? "insurance" : role} of a patient?`;
    if (role !== "insuranceId") {
      draft.set(at(role), inAnswer.pointer, reason, question);
      continue;
    }
    const [outer = "", ...inner] = inAnswer.pointer.slice(1).split("/");
    draft.set(at("insurance"), formatPointer([outer]), reason, question);
    if (inner.length > 0)
      draft.set(
        at("insurance", "shape"),
        { form: "object", id: formatPointer(inner) },
        "the id is in an object",
        question,
      );
  }
}

function draftAppointment(
  draft: Draft,
  { createAppointment, types, createPatient, findPatients, slots, resource }: Endpoints,
): void {
  const at = (part: string, key = "at") => ["answers", "appointment", part, key];
  if (createAppointment === null) {
    draft.set(at("id"), "/id", "the interface's own", "Where is the id of an appointment?");
    draft.ask("/operations/createAppointment: which request books an appointment?");
    return;
  }
  const schedules = types.get("schedule")?.collection.ids ?? [];
  const patients = new Set(
    [createPatient, findPatients].flatMap((one) => leavesOf(one?.responseBody).map(({ value }) => String(value))),
  );
  const known = slots === null ? [] : entriesOf(slots).flatMap((entry) => leavesOf(entry));
  const set = draftOperation(draft, "createAppointment", createAppointment, createAppointment.template);
  const sent = leavesOf(createAppointment.requestBody);
  for (const { pointer, value } of sent) {
    const text = String(value);
    const isLength = /^\d+$/.test(text) && (known.length === 0 || known.some((leaf) => String(leaf.value) === text));
    const role = schedules.includes(text)
      ? "{scheduleId}"
      : isInstant(value)
        ? "{startAt}"
        : patients.has(text) && !isLength
          ? "{patientId}"
          : isLength
            ? typeof value === "string"
              ? "{duration:string}"
              : "{duration}"
            : null;
    const guessed =
      role ??
      (/patient|person|client|visitor/i.test(pointer)
        ? "{patientId}"
        : /schedule|calendar|agenda|roster|planner|timetable/i.test(pointer)
          ? "{scheduleId}"
          : null);
    const question = `What does ${pointer} of a booking hold, and is it needed?`;
    // What was recorded of a booking stays out of the profile.
    if (guessed === null) draft.ask(`/operations/createAppointment/body: ${question}`);
    else
      draft.set(
        [...set("body"), ...pointer.slice(1).split("/")],
        guessed,
        role === null ? "by its name" : "by its value",
        role === null ? question : null,
      );
  }
  draft.set(set("private"), true, "patients' data");
  draft.set(set("resource"), resource, "single things are there");
  const made = leavesOf(valueAt(createAppointment.responseBody, resource));
  const values = new Set(sent.map(({ value }) => value));
  const fresh = made.filter(({ value }) => !values.has(value) && typeof value === "string" && !isInstant(value));
  const id = fresh.find(({ value }) => /\d{3}/.test(String(value))) ?? fresh[0];
  draft.set(
    at("id"),
    id?.pointer ?? "/id",
    id === undefined ? "the interface's own" : "a value that the service gave",
    id === undefined ? "Where is the id of an appointment?" : null,
  );
  const prefix = /^[A-Za-z]+[-_.:]/.exec(String(id?.value ?? ""))?.[0];
  if (prefix !== undefined)
    draft.set(at("id", "idPrefix"), prefix, "the id that was seen begins so", "How do ids of appointments begin?");
  const state = fresh.find(({ pointer, value }) => pointer !== id?.pointer && /^[A-Za-z_ -]+$/.test(String(value)));
  if (state !== undefined)
    draft.set(
      at("status"),
      state.pointer,
      `a word that the service gave (${JSON.stringify(state.value)})`,
      `Is ${state.pointer} the status of an appointment?`,
    );
  const start = made.find(({ value }) => isInstant(value) && values.has(value));
  if (start !== undefined) draft.set(at("startAt"), start.pointer, "the start that was sent comes back there");
}

function draftIndexVersions(
  draft: Draft,
  { indexVersions, resource }: Endpoints,
  exchanges: readonly Exchange[],
): void {
  const { create, read, list } = indexVersions;
  const part = (name: string) => ["answers", "indexVersion", name, "at"];
  if (create === null) {
    draft.set(part("id"), "/id", "the interface's own", "Where is the id of an index version?");
    draft.ask("/operations/createIndexVersion: which request creates an index version?");
    return;
  }
  const at = draftOperation(draft, "createIndexVersion", create, create.template);
  const sent = leavesOf(create.requestBody).filter(({ value }) => typeof value === "string");
  const name = sent.find(({ pointer }) => /name|title|label|caption|heading/i.test(pointer)) ?? sent[0];
  for (const { pointer, value } of leavesOf(create.requestBody))
    draft.set(
      [...at("body"), ...pointer.slice(1).split("/")],
      pointer === name?.pointer ? "{name}" : value,
      pointer === name?.pointer ? "the text that is sent" : create.source,
      sent.length > 1 ? `What does ${pointer} of a new index version hold?` : null,
    );
  draft.set(at("takesIndex"), false, "index versions are in no index");
  draft.set(at("resource"), resource, "single things are there");
  const made = leavesOf(valueAt(create.responseBody, resource));
  const id =
    made.find(
      ({ value }) =>
        typeof value === "string" && /^[A-Za-z]+[-_.:]/.test(value) && value !== name?.value && !isInstant(value),
    ) ?? made[0];
  draft.set(
    part("id"),
    id?.pointer ?? "/id",
    "a value that the service gave",
    id === undefined ? "Where is the id of an index version?" : null,
  );
  const back = made.find(({ value }) => value === name?.value);
  if (back !== undefined) draft.set(part("name"), back.pointer, "the name that was sent comes back there");
  if (read !== null) {
    const set = draftOperation(draft, "readIndexVersion", read, pathOf(read.template));
    draft.set(set("takesIndex"), false, "index versions are in no index");
    draft.set(set("resource"), resource, "single things are there");
  }
  if (list !== null) {
    const set = draftOperation(draft, "listIndexVersions", list, list.template);
    draft.set(set("takesIndex"), false, "index versions are in no index");
    draft.set(set("resource"), listPointer(list.responseBody) ?? "", "the list is there");
    draftPaging(draft, "listIndexVersions", list, exchanges);
  }
  if (indexVersions.delete !== null) {
    draftDelete(draft, "deleteIndexVersion", indexVersions.delete, resource);
    draft.set(["operations", "deleteIndexVersion", "takesIndex"], false, "index versions are in no index");
  }
}
