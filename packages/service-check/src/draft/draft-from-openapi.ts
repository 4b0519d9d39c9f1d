import { parentPointer, recordOperation } from "@dc/api-client";
import { withArticle } from "#/article.ts";
import { createDraft, type ToldPaths } from "./draft-lines.ts";
import { reportOf, type DraftReport } from "./draft-report.ts";
import { collectionName } from "./exchange.ts";
import type { DescribedOperation, Member, OpenApi, Schema } from "./read-openapi.ts";
import { DescriptionError } from "./read-recordings.ts";

interface Place {
  readonly pointer: string;
  readonly schema: Schema;
}

/** A request that reads one record by its id. */
interface Read {
  readonly operation: DescribedOperation;
  readonly record: Place | null;
  /** Where the id is in the record: a member named like the variable of the path, or "id". */
  readonly id: string | null;
}

function only<Value>(values: readonly Value[]): Value | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

function ofType(members: readonly Member[], type: string): readonly Member[] {
  return members.filter((member) => member.type === type);
}

/** Proposes a profile from the shapes of an OpenAPI document; what these leave open is a question. */
export function draftFromOpenApi(document: OpenApi, name: string, told: ToldPaths = {}): DraftReport {
  const draft = createDraft();
  const used = new Set<DescribedOperation>();
  const { operations } = document;
  const top = (schema: Schema | null) =>
    document.members(schema).filter(({ pointer }) => parentPointer(pointer) === "");

  /** Where the only thing of an answer is: below objects that hold nothing else. */
  const recordIn = (schema: Schema | null, pointer = ""): Place | null => {
    const members = top(schema);
    if (schema === null || members.length === 0) return null;
    if (members.some(({ type }) => type !== "object")) return { pointer, schema };
    const inner = only(members);
    return inner === null ? null : recordIn(inner, pointer + inner.pointer);
  };
  /** Where the only list of objects of an answer is, with the schema of its entries. */
  const listIn = (schema: Schema | null): Place | null => {
    if (schema === null) return null;
    const places = [{ ...schema, pointer: "" }, ...document.members(schema)].flatMap((member) => {
      const entries = document.entries(member);
      return entries === null || top(entries).length === 0 ? [] : [{ pointer: member.pointer, schema: entries }];
    });
    return only(places);
  };
  const write = (operation: string, described: DescribedOperation, path: string, question: string | null = null) => {
    used.add(described);
    const pointer = `/operations/${operation}`;
    draft.set(`${pointer}/method`, described.method, described.source, question);
    draft.set(`${pointer}/path`, path, described.source, question);
    const { success } = described;
    const unknown = success.length === 0 ? "Which statuses are success?" : null;
    draft.set(
      `${pointer}/success`,
      success.length === 0 ? [200] : [...success],
      "the statuses of its answers",
      unknown,
    );
    return pointer;
  };
  const writeResource = (pointer: string, place: Place | null, what: string) => {
    const question = place === null ? `Where is ${what} in the answer?` : null;
    draft.set(`${pointer}/resource`, place?.pointer ?? "", `where the schema of the answer has ${what}`, question);
  };
  const setPart = (pointer: string, candidates: readonly Member[], question: string) => {
    const names = candidates.map((member) => member.pointer).join(", ");
    if (candidates[0] !== undefined)
      draft.set(
        pointer,
        candidates[0].pointer,
        `of this type: ${names}`,
        candidates.length === 1 ? null : `${question} ${names}?`,
      );
  };
  const askAbout = (what: string, members: readonly Member[]) => {
    if (members.length > 0) draft.ask(`${what}: what do ${members.map(({ pointer }) => pointer).join(", ")} hold?`);
  };

  draft.set("/name", name, "the name that was given");
  draftAccess();
  const reads = operations.flatMap((operation): readonly Read[] => {
    if (operation.method !== "GET" || operation.variables.length !== 1 || !operation.path.endsWith("}")) return [];
    const record = recordIn(operation.answer);
    const members = top(record?.schema ?? null);
    const named = (wanted: string | undefined) => members.find((member) => member.name === wanted)?.pointer;
    return [{ operation, record, id: named(operation.variables[0]) ?? named("id") ?? null }];
  });
  const readAt = (path: string | undefined): Read | null => {
    if (path === undefined) return null;
    const read = reads.find(({ operation }) => operation.path === path);
    const known = reads.map(({ operation }) => operation.path).join(", ") || "none";
    if (read === undefined) throw new DescriptionError(`No record is read at ${path}; the document has: ${known}.`);
    return read;
  };
  const isSlot = (schema: Schema) =>
    ["date-time", "integer"].every((type) => ofType(document.members(schema), type).length > 0);
  const slotLists = operations.flatMap((operation) => {
    const slot = operation.method === "GET" ? listIn(operation.answer) : null;
    const read = reads.find(({ operation: { path } }) => parentPointer(operation.path) === path);
    return slot === null || read === undefined || !isSlot(slot.schema) ? [] : [{ operation, slot, read }];
  });
  const schedule = readAt(told.schedule) ?? only(slotLists)?.read ?? null;
  const references = referencesOf(schedule);
  const targets = new Set(references.map(({ target }) => target));
  const practitioner = readAt(told.practitioner) ?? only([...targets]);
  draftRecord("practitioner", practitioner);
  draftRecord("schedule", schedule);
  const slots = only(slotLists.filter(({ read }) => read === schedule));
  draftReference();
  draftSlots();
  draftPatients();
  draftAppointment();
  draft.ask("/operations/createIndexVersion: which request makes an index version?");
  const rest = operations.filter((operation) => !used.has(operation)).map(({ source }) => source);
  if (rest.length > 0) draft.ask(`/operations: what else of these does the console need? ${rest.join(", ")}`);
  return reportOf(draft, "document");

  function draftAccess(): void {
    const headers = new Map(
      operations.flatMap(({ parameters }) =>
        parameters.flatMap((parameter): [string, string][] =>
          parameter.place === "header" ? [[parameter.name, parameter.type]] : [],
        ),
      ),
    );
    const dated = only([...headers].filter(([, type]) => type === "date"))?.[0];
    if (dated !== undefined) draft.set("/headers/apiVersion/name", dated, "the only header whose value is a date");
    const otherHeader = only([...headers.keys()].filter((header) => header !== dated));
    if (otherHeader !== null)
      draft.set(
        "/headers/index/name",
        otherHeader,
        "the only other header",
        `Does ${otherHeader} select the index version?`,
      );
    const scheme = only(document.security);
    if (scheme === null) return;
    const { type, in: place, name: header } = scheme;
    const isBearer = type === "http" && /^"bearer"$/i.test(JSON.stringify(scheme["scheme"]));
    if (!isBearer && !(type === "apiKey" && place === "header" && typeof header === "string")) return;
    draft.set("/credential/composition", "ready-made", "the only security scheme");
    if (isBearer) draft.set("/credential/prefix", "Bearer ", "the security scheme is Bearer");
    else if (header !== undefined) draft.set("/credential/header", header, "the security scheme names it");
  }

  /** Members of a schedule that are another record, or are named like the variable by which only one is read. */
  function referencesOf(from: Read | null) {
    return document.members(from?.record?.schema ?? null).flatMap((member) => {
      if (from === null || member.pointer === from.id || parentPointer(member.pointer) !== "") return [];
      const others = reads.filter((read) => read !== from);
      const same = others.filter(({ record }) =>
        record?.schema.references.some((reference) => member.references.includes(reference)),
      );
      const isName = ({ operation }: Read) => operation.variables[0] === member.name && member.type === "string";
      const target = only(same.length > 0 ? same : reads.filter(isName));
      return target === null || target === from ? [] : [{ member, target, isObject: same.length > 0 }];
    });
  }

  function draftRecord(type: "practitioner" | "schedule", read: Read | null): void {
    if (read === null) {
      const known = reads.map(({ operation }) => operation.path).join(", ") || "none";
      draft.ask(
        `/records/${type}: at which path is ${withArticle(type)} read? Give it with --${type}. Records are read at: ${known}`,
      );
      return;
    }
    const { operation, record, id } = read;
    const root = write(recordOperation("read", type), operation, operation.path.replace(/\{[^}]+\}/, "{id}"));
    writeResource(root, record, "the record");
    draft.set(`/records/${type}/collection`, collectionName(operation.path), "a word of our addresses, after the path");
    draft.set(
      `/records/${type}/id`,
      id ?? "/id",
      "a member named like the variable of the path",
      id === null ? `Where is the id of ${withArticle(type)}?` : null,
    );
    draft.set(`/records/${type}/meanings`, {}, "what the schemas tell");
    const rest = top(record?.schema ?? null).filter(
      ({ pointer }) =>
        pointer !== id && !(type === "schedule" && references.some(({ member }) => member.pointer === pointer)),
    );
    askAbout(`/records/${type}/meanings`, rest);
  }

  function draftReference(): void {
    const reference = only(references.filter(({ target }) => target === practitioner));
    if (reference === null || practitioner === null) return;
    const { member, target, isObject } = reference;
    const pointer = "/records/schedule/meanings/practitioner";
    const reason = isObject
      ? "it has the schema of a practitioner"
      : "it is named like the variable of a practitioner's path";
    draft.set(`${pointer}/kind`, "reference", reason);
    draft.set(`${pointer}/to`, "practitioner", reason);
    draft.set(`${pointer}/at`, member.pointer, reason);
    if (!isObject) return;
    draft.set(`${pointer}/shape/form`, "object", reason);
    draft.set(
      `${pointer}/shape/id`,
      target.id ?? "/id",
      reason,
      target.id === null ? "Where is the id of a practitioner?" : null,
    );
  }

  function draftSlots(): void {
    if (slots === null) {
      draft.ask("/operations/listOpenSlots: which request lists the open slots of a schedule?");
      return;
    }
    const { operation, slot } = slots;
    const query = operation.parameters.filter(({ place }) => place === "query");
    const [from, to, ...more] = query.filter(({ type }) => type === "date-time" || type === "date");
    const isRange = from !== undefined && to !== undefined && more.length === 0;
    const names = query.map((parameter) => parameter.name).join(", ") || "none";
    const question = isRange ? null : `How is the range asked for? The parameters are: ${names}.`;
    const path = operation.path.replace(/\{[^}]+\}/, "{scheduleId}");
    const pointer = write("listOpenSlots", operation, path, question);
    writeResource(pointer, slot, "the list");
    for (const [parameter, variable] of isRange
      ? ([
          [from, "from"],
          [to, "to"],
        ] as const)
      : []) {
      const value = `{${variable}${parameter.type === "date" ? ":date" : ""}}`;
      const order = `Does ${from?.name ?? ""} begin the range, and ${to?.name ?? ""} end it?`;
      draft.set(`${pointer}/query/${parameter.name}`, value, "one of two times, in their order", order);
    }
    const members = document.members(slot.schema);
    setPart("/answers/openSlot/startAt/at", ofType(members, "date-time"), "Which one is the start:");
    setPart("/answers/openSlot/duration/at", ofType(members, "integer"), "Which one is the duration:");
  }

  function draftPatients(): void {
    const creation = only(
      operations.flatMap((operation) => {
        const born = ofType(document.members(operation.body), "date");
        const isCreation = operation.method === "POST" && operation.variables.length === 0 && born.length === 1;
        return isCreation && operation.answer !== null ? [{ operation, born }] : [];
      }),
    );
    if (creation === null) {
      draft.ask(
        "/operations/createPatient, findPatients: which requests make a patient, and find one by date of birth and name?",
      );
      return;
    }
    const { operation, born } = creation;
    const patient = recordIn(operation.answer);
    used.add(operation);
    const others = document.members(operation.body).filter(({ type }) => type !== "object" && type !== "date");
    draft.ask(
      `/operations/createPatient: does ${operation.source} make a patient, with ${born[0]?.pointer ?? ""} as {dateOfBirth}? ` +
        `Which hold {firstName}, {lastName} and {insuranceId}: ${others.map(({ pointer }) => pointer).join(", ") || "none"}?`,
    );
    const members = top(patient?.schema ?? null);
    setPart(
      "/answers/patient/id/at",
      members.filter(({ name: key }) => key === "id"),
      "",
    );
    setPart("/answers/patient/dateOfBirth/at", ofType(members, "date"), "Which one is the date of birth:");
    const search = operations.find((described) => described.method === "GET" && described.path === operation.path);
    const query = search?.parameters.filter(({ place }) => place === "query") ?? [];
    const date = only(query.filter(({ type }) => type === "date"));
    const text = only(query.filter(({ type }) => type === "string"));
    if (search === undefined || date === null || text === null) {
      draft.ask("/operations/findPatients: which request finds a patient by date of birth and name?");
      return;
    }
    const root = write("findPatients", search, search.path);
    writeResource(root, listIn(search.answer), "the list");
    draft.set(`${root}/query/${date.name}`, "{dateOfBirth}", "the only date of the query");
    draft.set(
      `${root}/query/${text.name}`,
      "{name}",
      "the only text of the query",
      `Does ${text.name} take the whole name?`,
    );
    draft.set(`${root}/takesIndex`, false, "patients are in no index");
    draft.set(`${root}/private`, true, "patients' data");
  }

  function draftAppointment(): void {
    const booking = only(
      operations.flatMap((operation) => {
        const members = document.members(operation.body).filter(({ type }) => type !== "object");
        const [start] = ofType(members, "date-time");
        const [duration] = ofType(members, "integer");
        const ids = ofType(members, "string");
        const isBooking = operation.method === "POST" && operation.variables.length === 0 && members.length === 4;
        return isBooking && ids.length === 2 && start !== undefined && duration !== undefined
          ? [{ operation, start, duration, ids }]
          : [];
      }),
    );
    if (booking === null) {
      draft.ask("/operations/createAppointment: which request books an appointment, and with which members?");
      return;
    }
    const { operation, start, duration, ids } = booking;
    const root = write("createAppointment", operation, operation.path);
    const made = recordIn(operation.answer);
    writeResource(root, made, "the appointment");
    draft.set(`${root}/private`, true, "patients' data");
    draft.set(`${root}/body${start.pointer}`, "{startAt}", "the only time of the body");
    draft.set(`${root}/body${duration.pointer}`, "{duration}", "the only whole number of the body");
    const named = ids.find((member) => member.name === schedule?.operation.variables[0]);
    const question =
      named === undefined
        ? `Which is the schedule, and which the patient: ${ids.map(({ pointer }) => pointer).join(", ")}?`
        : null;
    const [first, second] = named === undefined ? ids : [named, ...ids.filter((member) => member !== named)];
    const reason =
      named === undefined ? "one of two texts" : "one of two texts; the schedule's is named like in its path";
    if (first !== undefined) draft.set(`${root}/body${first.pointer}`, "{scheduleId}", reason, question);
    if (second !== undefined) draft.set(`${root}/body${second.pointer}`, "{patientId}", reason, question);
    const members = top(made?.schema ?? null);
    setPart(
      "/answers/appointment/id/at",
      members.filter(({ name: key }) => key === "id"),
      "",
    );
    setPart("/answers/appointment/startAt/at", ofType(members, "date-time"), "Which one is the start:");
  }
}
