import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@dc/api-client";
import { type Change, PractitionerView, type RecordKey, type RecordView } from "@dc/contract";
import { OVERRIDES_HEADER } from "#/gateway/gateway.ts";
import { checkPreview } from "./check-preview.ts";
import { changesOn, type History, isSame } from "./history.ts";
import type { Memories } from "./memories.ts";
import {
  decidingChange,
  describeElements,
  effectiveOf,
  elementsOf,
  isInWanted,
  isReturn,
  sameElements,
  verdictOf,
} from "./oracle.ts";
import type { Field } from "./service-states.ts";

/** What the API and the gateway say of the records of an index, judged by the oracle. */
export interface ViewChecker {
  checkIndex(indexId: string): Promise<void>;
  /** The gateway passes the standard index on as it is. */
  checkStandard(): Promise<void>;
}

/** Reading can settle changes: `takeOver` reads their new states, and answers those that moved. */
export function createViewChecker(
  history: History,
  memories: Memories,
  takeOver: () => Promise<readonly unknown[]>,
): ViewChecker {
  const { stack, serviceStates } = history;
  const { profile } = stack.app.deps.service;
  /** The console's own proposals in the index being checked. */
  let proposed: readonly Change[] = [];

  /**
   * The practitioner's view includes its schedules. Reading can settle changes, so their new states are read before the
   * check.
   */
  async function checkIndex(indexId: string): Promise<void> {
    const [practitioner] = stack.records;
    if (practitioner === undefined) throw new Error("The stack has a practitioner.");
    const path = viewPath(indexId, practitioner);
    let { status, body } = await stack.call(0, "GET", path);
    if (status !== 200) throw new Error(`The view in ${indexId} answered ${status}: ${JSON.stringify(body)}`);
    if ((await takeOver()).length > 0)
      ({ status, body } = await stack.call(0, "GET", path.replace("maxAge=0", "maxAge=3600")));
    const view = PractitionerView.parse(body);
    proposed = view.changes.filter(({ createdBy, state }) => createdBy.kind === "console" && state === "draft");
    for (const record of stack.records) {
      const ofRecord = [view.practitioner, ...view.schedules].find((one) => isSame(one.record, record));
      if (ofRecord === undefined) throw new Error(`${record.id} is not in the view of its practitioner in ${indexId}.`);
      await checkRecord(indexId, record, ofRecord);
    }
  }

  async function checkRecord(indexId: string, record: RecordKey, view: RecordView): Promise<void> {
    const answer = await stack.gateway(stack.pathOf(record), { [profile.data.headers.index.name]: indexId });
    if (answer.status !== 200) throw new Error(`The gateway answered ${answer.status} for ${record.id} in ${indexId}.`);
    const raw = await jsonOf(answer);
    if (!isDeepStrictEqual(JSON.parse(view.raw?.effective ?? "null"), raw))
      throw new Error(
        `The console shows another effective record than the gateway serves: ${record.id} in ${indexId}.`,
      );
    const named = (answer.headers.get(OVERRIDES_HEADER) ?? "").split(", ").filter((id) => id !== "");
    const live = [...history.changes.values()]
      .map(({ change }) => change)
      .filter((change) => change.indexId === indexId && isSame(change.record, record) && isInWanted(change));
    const stray = named.find((id) => !live.some((change) => change.id === id));
    if (stray !== undefined) throw new Error(`The gateway names ${stray}, which is not live.`);
    const fields = history.fields.filter((field) => isSame(field.record, record));
    memories.followBase(indexId, record);
    for (const field of fields) checkField(indexId, field, view, raw);
    checkUntouched(indexId, record, raw, fields);
  }

  function checkField(indexId: string, field: Field, view: RecordView, served: JsonObject): void {
    const { kind, record } = field;
    const where = `${field.field} of ${record.type} ${record.id} in ${indexId}`;
    const compared = view.comparison.fields.find(({ key }) => key === field.field);
    if (compared === undefined) throw new Error(`${where} is not compared.`);
    const index = serviceStates.elements(indexId, field);
    const base = serviceStates.elements(stack.standardIndex, field);
    const changes = changesOn(history, indexId, field);
    const effective = effectiveOf(kind, index, changes);
    const expectSame = (what: string, told: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>) => {
      if (!sameElements(told, right))
        throw new Error(
          `${what} of ${where} is ${describeElements(told)}, and the oracle says ${describeElements(right)}.`,
        );
    };
    const { values } = compared;
    expectSame("I", elementsOf(kind, values.index), index);
    expectSame("B", elementsOf(kind, values.base), base);
    expectSame("E", elementsOf(kind, values.effective), effective);
    expectSame("The gateway's answer", serviceStates.ofRaw(served, field), effective);
    checkPreview(history, { where, indexId, field, preview: compared.values.preview, effective, proposed });
    const isWhole = kind === "text";
    const keys = isWhole
      ? [""]
      : kind === "set"
        ? [...new Set([...effective.keys(), ...index.keys(), ...base.keys()])]
        : [];
    for (const key of keys) {
      const part = isWhole ? compared : compared.parts.find((one) => one.key === key);
      const l = memories.baseline(indexId, field).of(key);
      const right = verdictOf(effective.get(key), base.get(key), l);
      const told = part?.verdict ?? "same";
      if (right === "not same" ? told === "same" : told !== right) {
        throw new Error(
          `The verdict of ${key} in ${where} is ${told}, and the oracle says ${right} (E ${effective.get(key)}, B ${base.get(key)}, L ${JSON.stringify(l)}).`,
        );
      }
      const deciding = decidingChange(kind, key, changes, isInWanted);
      const isHeld = deciding !== null && deciding.change.state !== "applied" && index.get(key) !== deciding.says;
      const k = memories.known(indexId, field).of(key);
      const isOutside = typeof k === "object" && k.is !== index.get(key);
      expectFlag(part?.flags.includes("held") ?? false, isHeld, "held", `${key} in ${where}`);
      if (typeof k === "object")
        expectFlag(
          part?.flags.includes("outside") ?? false,
          isOutside,
          "outside",
          `${key} in ${where}, known as ${k.is}, read as ${index.get(key)}`,
        );
      const isLost =
        deciding?.change.state === "applied" &&
        !isReturn(deciding.change.operation) &&
        deciding.says !== index.get(key);
      if (isLost && !serviceStates.touchedFromOutside(indexId, record))
        throw new Error(
          `${deciding.change.id} is applied and decides ${key} in ${where}, and the index says something else, though nobody from outside was there.`,
        );
    }
  }

  /** Checks that every key without an override equals the service's own value. */
  function checkUntouched(indexId: string, record: RecordKey, served: JsonObject, fields: readonly Field[]): void {
    const own = serviceStates.raw(indexId, record);
    let rebuilt = served;
    for (const { field } of fields) {
      const reading = profile.decode(record.type, own)[field];
      if (reading !== undefined && !isDeepStrictEqual(profile.decode(record.type, rebuilt)[field], reading))
        rebuilt = profile.encodeReading(record.type, rebuilt, field, reading);
    }
    for (const key of new Set([...Object.keys(own), ...Object.keys(rebuilt)])) {
      const overridden = fields.some(({ field }) =>
        profile.meanings(record.type).some(({ name, pointer }) => name === field && pointer === `/${key}`),
      );
      if (!overridden && !isDeepStrictEqual(own[key], rebuilt[key]))
        throw new Error(`The gateway's ${key} of ${record.id} in ${indexId} is not the service's.`);
    }
  }

  async function checkStandard(): Promise<void> {
    for (const record of stack.records) {
      const standard = await stack.gateway(stack.pathOf(record));
      if (!isDeepStrictEqual(await jsonOf(standard), serviceStates.raw(stack.standardIndex, record)))
        throw new Error(`The gateway's standard ${record.id} is not the service's.`);
    }
  }

  return { checkIndex, checkStandard };
}

export function viewPath(indexId: string, { type, id }: { type: string; id: string }): string {
  return `/index-versions/${indexId}/${type}s/${id}?maxAge=0&raw=1`;
}

function expectFlag(told: boolean, right: boolean, flag: string, where: string): void {
  if (told !== right)
    throw new Error(
      `${where} is ${told ? "" : "not "}told as ${flag}, and the oracle says ${right ? "it is" : "it is not"}.`,
    );
}

/** Records of this service are objects. */
async function jsonOf(answer: Response): Promise<JsonObject> {
  return (await answer.json()) as JsonObject;
}
