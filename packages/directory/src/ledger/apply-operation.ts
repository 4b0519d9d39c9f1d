import type { Json } from "#/json/json.ts";
import { phoneIn, phonesOf, phoneToJson, samePhone } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import { movePhone } from "#/phones/move-phone.ts";
import { replacePhone } from "#/phones/replace-phone.ts";
import { equalJson } from "#/json/equal-json.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";
import { MutableMembers, isMember, membersToJson, spelledMembers } from "#/records/set-members.ts";
import { textsOf, textsToJson, withText } from "#/records/texts-by-key.ts";
import { operationFits, touchedElements } from "./operation.ts";
import type { Operation } from "./operation.ts";

/**
 * The value after one operation; null where an element operation meets a field that was never read.
 * An operation that does not fit the kind leaves the value unchanged; staging has refused it before.
 */
export function applyOperation(
  kind: FieldKind,
  reading: Reading | null,
  operation: Operation,
  region: string,
): Reading | null {
  if (!operationFits(kind, operation)) return reading;
  switch (operation.op) {
    case "create":
    case "delete":
      return reading;
    case "set":
      if (operation.element === undefined) return { value: operation.value };
      break;
    case "reset":
    case "takeBase":
    case "pinValue":
      if (operation.element === undefined) return operation.to;
      break;
    case "add":
    case "remove":
    case "replace":
    case "move":
      break;
  }
  if (reading === null) return null;
  switch (shapeOf(kind)) {
    case "whole":
      return reading;
    case "members":
      return membersAfter(reading, [operation]);
    case "keyed":
      return phonesAfter(reading, operation, region);
    case "parts":
      return textsAfter(reading, operation);
  }
}

type ElementOperation = Exclude<Operation, { op: "create" | "delete" }>;

/**
 * The value after operations, one after another, as by `applyOperation`; a set takes the time of all its members and operations
 * together.
 */
export function applyOperations(
  kind: FieldKind,
  reading: Reading | null,
  operations: readonly Operation[],
  region: string,
): Reading | null {
  if (shapeOf(kind) !== "members")
    return operations.reduce((before, operation) => applyOperation(kind, before, operation, region), reading);
  const fitting = operations.filter((operation) => operationFits(kind, operation));
  const whole = fitting.findLastIndex((operation) => touchedElements(operation, region) === null);
  const decided = fitting[whole];
  const from = decided === undefined ? reading : applyOperation(kind, reading, decided, region);
  return from === null ? null : membersAfter(from, fitting.slice(whole + 1).filter(isOfElement));
}

function isOfElement(operation: Operation): operation is ElementOperation {
  return operation.op !== "create" && operation.op !== "delete";
}

function textsAfter(reading: Reading, operation: ElementOperation): Reading {
  const before = textsOf(reading) ?? new Map<string, string>();
  const after = textsToJson(textsAfterOperation(before, operation));
  return equalJson(textsToJson(before), after) ? reading : { value: after };
}

function textsAfterOperation(
  before: ReadonlyMap<string, string>,
  operation: ElementOperation,
): ReadonlyMap<string, string> {
  switch (operation.op) {
    case "set":
      return operation.element === undefined ? before : withText(before, operation.element, { value: operation.value });
    case "remove":
      return withText(before, operation.element, { absent: true });
    case "reset":
    case "takeBase":
    case "pinValue":
      return operation.element === undefined ? before : withText(before, operation.element, operation.to);
    case "add":
    case "replace":
    case "move":
      return before;
  }
}

/** A set after operations on its elements, those of each in its turn. A set that none of them changes stays as it was read. */
function membersAfter(reading: Reading, operations: readonly ElementOperation[]): Reading {
  const members = new MutableMembers(spelledMembers(reading) ?? []);
  let isChanged = false;
  for (const operation of operations) if (changeMembers(members, operation)) isChanged = true;
  return isChanged ? { value: membersToJson(members.toList()) } : reading;
}

function changeMembers(members: MutableMembers, operation: ElementOperation): boolean {
  const add = (element: string | Phone) => typeof element === "string" && members.add(element);
  switch (operation.op) {
    case "add":
      return add(operation.element);
    case "remove":
      return members.remove(operation.element);
    case "replace": {
      const isRemoved = members.remove(operation.element);
      return add(operation.by) || isRemoved;
    }
    case "reset":
    case "takeBase":
    case "pinValue":
      if (operation.element === undefined) return false;
      return isMember(operation.to) ? members.add(operation.element) : members.remove(operation.element);
    case "set":
    case "move":
      return false;
  }
}

function phonesAfter(reading: Reading, operation: ElementOperation, region: string): Reading {
  const before = phonesOf(reading) ?? [];
  switch (operation.op) {
    case "add":
      return typeof operation.element === "string"
        ? reading
        : written(
            reading,
            before,
            replacePhone(before, { gone: null, phone: operation.element, position: operation.at, region }),
          );
    case "remove":
      return written(reading, before, replacePhone(before, { gone: operation.element, phone: null, region }));
    case "replace":
      return typeof operation.by === "string"
        ? reading
        : written(reading, before, replacePhone(before, { gone: operation.element, phone: operation.by, region }));
    case "reset":
    case "takeBase":
    case "pinValue": {
      const { element: gone, to, equals, at: position } = { equals: undefined, at: undefined, ...operation };
      return gone === undefined
        ? to
        : written(reading, before, replacePhone(before, { gone, phone: phoneIn(to), position, equals, region }));
    }
    case "move":
      return written(reading, before, movePhone(before, operation.element, operation.before, region));
    case "set":
      return reading;
  }
}

function written(reading: Reading, before: readonly Phone[], after: readonly Phone[]): Reading {
  const unchanged =
    before.length === after.length && before.every((phone, position) => samePhone(phone, after[position]));
  if (unchanged) return reading;
  const value: Json = after.map(phoneToJson);
  return { value };
}
