import { type Change, ChangeSet, type Operation } from "@dc/contract";
import { changesOn, type History } from "#system-tests/model/history.ts";
import type { InvariantChecker } from "#system-tests/model/invariants.ts";
import { effectiveOf, sameElements, touchedBy } from "#system-tests/model/oracle.ts";
import type { Field } from "#system-tests/model/service-states.ts";
import type { Random } from "#system-tests/random.ts";
import { isAskedOn, isOn } from "./changes.ts";

export interface ActionOptions {
  faults: boolean;
  outside: boolean;
  /** Whether writes often land late, or in base, too. */
  astray: boolean;
}

interface Place {
  indexId: string;
  field: Field;
}

export type Acting = ReturnType<typeof actAs>;

/** One random person in a random place, and what every action of theirs uses. */
export function actAs(
  name: string,
  {
    history,
    invariants,
    random,
    options,
  }: {
    history: History;
    invariants: InvariantChecker;
    random: Random;
    options: ActionOptions;
  },
) {
  const { stack } = history;
  const { approvals } = invariants.grounds;
  const person = random.below(stack.people);
  const indexId = random.pick(history.indices);
  const field = random.pick(history.fields);
  let outcome: "done" | "missed" | "skipped" = "done";
  const say = (what: string) => void history.steps.push(`${name}: ${what}`);
  /** Says why nothing was asked for. */
  const skip = (why: string) => {
    outcome = "skipped";
    say(why);
  };
  /** Says why what was asked for did not happen. */
  const miss = (why: string) => {
    outcome = "missed";
    say(why);
  };
  const refused = ({ status, body }: { status: number; body: unknown }) => {
    if (status >= 200 && status < 300) return false;
    miss(`refused with ${status} ${codeOf(body)}`);
    if (status === 500 || codeOf(body) === "internal") throw new Error(`The console failed: ${JSON.stringify(body)}`);
    // Else an action could be refused for ever, and nothing of it be judged.
    if (codeOf(body) === "invalid_request")
      throw new Error(`The contract refuses the request: ${JSON.stringify(body)}`);
    return true;
  };
  const anyChange = (...states: Change["state"][]) =>
    [...history.changes.values()].map(({ change }) => change).filter(({ state }) => states.includes(state));

  /** A random place; mostly one about which there is a change in one of these states. */
  function aim(states: readonly Change["state"][]): { field: Field; indexId: string } {
    const found = anyChange(...states);
    const change = found.length > 0 && random.chance(0.7) ? random.pick(found) : undefined;
    const ofChange = change === undefined ? undefined : history.fields.find((one) => isOn(change, one));
    return change === undefined || ofChange === undefined
      ? { field, indexId }
      : { field: ofChange, indexId: change.indexId };
  }

  async function act({ id, version }: ChangeSet, verb: string, more: object = {}, by = person) {
    return await stack.call(by, "POST", `/change-sets/${id}/${verb}`, { version, ...more });
  }

  function pickSet(fits: (changeSet: ChangeSet) => boolean): ChangeSet | undefined {
    const sets = [...history.sets.values()].map(({ changeSet }) => changeSet).filter(fits);
    return sets.length === 0 ? undefined : random.pick(sets);
  }

  /** What is known and seen once changes at rest are settled. */
  function settled(as: "send all the same" | "give way", changes: readonly Change[]): void {
    const { serviceStates } = history;
    for (const change of changes) {
      const staged = history.fields.find((one) => isOn(change, one));
      if (staged === undefined) continue;
      const about = touchedBy(staged.kind, change.operation);
      if (as === "give way")
        invariants.known(change.indexId, staged).move(serviceStates.elements(change.indexId, staged), about);
      else {
        invariants.grounds.see([change]);
        invariants.baseline(change.indexId, staged).move(serviceStates.elements(stack.standardIndex, staged), about);
      }
    }
  }

  async function takeSet(id: string, who: number): Promise<void> {
    const changeSet = ChangeSet.parse((await stack.call(who, "GET", `/change-sets/${id}`)).body);
    history.sets.set(id, { changeSet, person: history.sets.get(id)?.person ?? who });
  }

  /**
   * A person's later request about an element, or about all of them, replaces the earlier one. One that the console dropped, since
   * the directory says so already, is none unless it changes what the other requests make.
   */
  function ask(changeSetId: string, operation: Operation, place: Place = { indexId, field }, isDropped = false): void {
    const { kind } = place.field;
    const [first] = touchedBy(kind, operation) ?? [];
    const isOfField = (asked: History["asked"][number]) =>
      asked.changeSetId === changeSetId && asked.indexId === place.indexId && asked.field === place.field;
    const isSame = (earlier: Operation) =>
      first === undefined || (touchedBy(kind, earlier)?.[0] === first && !areTwoPhones(earlier, operation));
    forget((asked) => isOfField(asked) && isSame(asked.operation));
    const others = history.asked.filter(isOfField).map((asked) => asked.operation);
    if (isDropped && sameElements(previewOf(others, place), previewOf([...others, operation], place))) return;
    history.asked.push({ changeSetId, ...place, operation });
  }

  function previewOf(operations: readonly Operation[], place: Place) {
    const { kind } = place.field;
    const ofField = changesOn(history, place.indexId, place.field);
    const queued = ofField.filter(({ state }) => state === "queued");
    const asked = operations.map((operation, at) => ({
      id: `asked ${at}`,
      order: 1_000_000 + at,
      state: "draft" as const,
      operation,
    }));
    const effective = effectiveOf(kind, history.serviceStates.elements(place.indexId, place.field), ofField);
    return effectiveOf(kind, effective, [...queued, ...asked], () => true);
  }

  /** The changes that are the only one of their field in their set; requests for the field end with them. */
  function alone(...states: Change["state"][]): Change[] {
    const all = anyChange(...states);
    const isBeside = (one: Change, other: Change) =>
      one.id !== other.id &&
      one.changeSetId === other.changeSetId &&
      one.indexId === other.indexId &&
      one.record.id === other.record.id &&
      one.field === other.field;
    return all.filter((change) => !all.some((other) => isBeside(change, other)));
  }

  function forgetField(change: Change): void {
    forget((asked) => isAskedOn(asked, change));
  }

  /** Another change of its field in its set may be asked for still. */
  function forgetChange(change: Change): void {
    const kind = history.fields.find((one) => isOn(change, one))?.kind ?? "text";
    const about = touchedBy(kind, change.operation);
    forget((asked) => {
      const of = touchedBy(kind, asked.operation);
      return isAskedOn(asked, change) && (about === null || of === null || of.some((one) => about.includes(one)));
    });
  }

  function forget(fits: (asked: History["asked"][number]) => boolean): void {
    history.asked = history.asked.filter((asked) => !fits(asked));
  }

  return {
    history,
    invariants,
    random,
    options,
    stack,
    approvals,
    person,
    indexId,
    field,
    say,
    skip,
    miss,
    outcome: () => outcome,
    refused,
    anyChange,
    aim,
    act,
    pickSet,
    settled,
    takeSet,
    ask,
    alone,
    forgetField,
    forgetChange,
    forget,
  };
}

function codeOf(body: unknown): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}

/** Whether both add a phone, with two labels. */
function areTwoPhones(one: Operation, other: Operation): boolean {
  if (one.op !== "add" || other.op !== "add") return false;
  const [a, b] = [one.element, other.element];
  return typeof a === "object" && typeof b === "object" && a.label !== b.label;
}
